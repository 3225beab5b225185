// The stream from the display's server, kept open for ever.
//
// It is read with fetch and not with an EventSource, which can show no token: a token stands in a header, never in an address. Whether anything
// has been heard lately is for the page to judge: this module only says when the last word came.

const REOPEN_MS = 1000;
/** A connection that looks open but has said nothing for so long is dead (the server speaks every second). */
const SILENT_MS = 6000;

/**
 * Opens the public stream, or with a token the referees' one; of one table, or without one of all.
 * @param {{table?: string, token?: string}} wish
 * @param {{opened: () => void, reset: () => void, refused?: (status: number) => void, pulse: (pulse: object, at: number) => void,
 *          document: (message: {table: string, topic: string, retained: boolean, age_ms: number, document?: object}, at: number) => void}} take
 * @returns {{heardAt: () => number, close: () => void}}
 */
export function openFeed(wish, take) {
  const address = `/feed/${wish.token ? "all" : "public"}${wish.table ? `/${encodeURIComponent(wish.table)}` : ""}`;
  const headers = wish.token ? { authorization: `Bearer ${wish.token}` } : {};
  let heard = performance.now();
  let tried = heard;
  let closed = false;
  let stop = new AbortController();

  async function listen() {
    stop = new AbortController();
    // A try is no sign of life: only what the server says is.
    tried = performance.now();
    const answer = await fetch(address, { headers, signal: stop.signal, cache: "no-store" });
    if (!answer.ok) return take.refused?.(answer.status);
    heard = performance.now();
    // Every opening starts from nothing on the server's side too.
    take.opened();
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return undefined;
      heard = performance.now();
      const events = (rest + value).split("\n\n");
      rest = events.pop();
      for (const event of events) deliver(event);
    }
  }

  function deliver(event) {
    const field = (name) => event.split("\n").find((line) => line.startsWith(`${name}:`))?.slice(name.length + 1).trim();
    const [kind, data] = [field("event"), field("data")];
    if (kind && data && !closed) ({ reset: take.reset, document: take.document, pulse: take.pulse })[kind]?.(JSON.parse(data), heard);
  }

  (async function listenForEver() {
    while (!closed) {
      // A broken connection is what this loop is for; the page says how long it has lasted.
      await listen().catch(() => {});
      if (!closed) await new Promise((done) => { setTimeout(done, REOPEN_MS); });
    }
  })();
  const watch = setInterval(() => { if (performance.now() - Math.max(heard, tried) > SILENT_MS) stop.abort(); }, REOPEN_MS);

  return {
    heardAt: () => heard,
    close() { closed = true; clearInterval(watch); stop.abort(); },
  };
}
