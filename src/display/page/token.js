// The referee's token: typed once, kept for this tab, or on this device when asked for. It goes out in a header and nowhere else.

const KEY = "kifud.token";

/** The token that is kept, or null. */
export function keptToken() {
  try { return sessionStorage.getItem(KEY) ?? localStorage.getItem(KEY); } catch { return null; }
}

/** Keeps a token: for this tab, or on this device. */
export function keepToken(token, onDevice) {
  try { (onDevice ? localStorage : sessionStorage).setItem(KEY, token); } catch { /* It must be typed again then. */ }
}

/** Forgets it everywhere. */
export function forgetToken() {
  try { sessionStorage.removeItem(KEY); localStorage.removeItem(KEY); } catch { /* Nothing was kept. */ }
}

/**
 * Whose token it is.
 * @returns {Promise<{user?: string, status: number, message?: string}>}
 */
export async function whose(token) {
  const answer = await fetch("/api/me", { headers: { authorization: `Bearer ${token}` }, cache: "no-store" }).catch(() => null);
  if (!answer) return { status: 0 };
  const said = await answer.json().catch(() => ({}));
  return { ...said, status: answer.status };
}
