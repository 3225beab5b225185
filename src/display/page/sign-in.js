// Signing in with a referee's token: the kept one, or the one that is typed.

import { forgetToken, keepToken, keptToken, whose } from "./token.js";
import { word } from "./words.js";

const find = (id) => document.getElementById(id);

function said({ status, message }) {
  if (status === 401) return word("token-wrong");
  if (status === 403) return word("token-closed");
  if (status === 429) return word("token-too-many");
  return [word("fresh.no-server"), message].filter(Boolean).join(" – ");
}

/** Calls `start(token, user)` once somebody has signed in. */
export async function signIn(start) {
  const enter = (token, user) => {
    find("sign-in").hidden = true;
    find("user").textContent = user;
    find("sign-out").hidden = false;
    start(token, user);
  };
  find("sign-out").addEventListener("click", () => { forgetToken(); location.reload(); });
  find("sign-in").addEventListener("submit", async (event) => {
    event.preventDefault();
    const token = find("token").value.trim();
    const answer = await whose(token);
    if (!answer.user) { find("sign-in-answer").textContent = said(answer); return; }
    keepToken(token, find("keep").checked);
    find("token").value = "";
    enter(token, answer.user);
  });
  const kept = keptToken();
  const answer = kept ? await whose(kept) : null;
  if (answer?.user) return enter(kept, answer.user);
  if (answer?.status === 401) forgetToken();
  // The server may be away for a moment: a kept token is not asked for again.
  if (kept && answer.status === 0) { setTimeout(() => location.reload(), 2000); return undefined; }
  find("sign-in").hidden = false;
  find("sign-in-answer").textContent = answer ? said(answer) : "";
  return undefined;
}
