// Requests to a table. Each has a transaction of its own; sent again after a broken connection it has the same one, and so one effect.

/** How often one that was not answered is sent again. */
const AGAIN = 2;

function transaction() {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `page-${[...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

/**
 * Sends a request and gives the table's answer.
 * @returns {Promise<{status: "ok"|"error", code?: string, message?: string, data?: object}>}
 */
export async function ask(table, token, verb, fields = {}) {
  const body = JSON.stringify({ ...fields, transaction: transaction() });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const address = `/request/${encodeURIComponent(table)}/${verb}`;
  let last = { status: "error", code: "no-server" };
  for (let n = 0; n <= AGAIN; n += 1) {
    const answer = await fetch(address, { method: "POST", headers, body }).catch(() => null);
    const said = await answer?.json().catch(() => null);
    if (said) last = said;
    if (said && said.code !== "no-answer") return said;
  }
  return last;
}
