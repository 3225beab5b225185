// The stream from the display's server, kept open for ever.
//
// A browser's EventSource gives up on some errors (a server that answers 503 while it starts), so it is opened anew here. Whether anything has
// been heard lately is for the page to judge: this module only says when the last word came.

const REOPEN_MS = 1000;
/** A connection that looks open but has said nothing for so long is dead (the server speaks every second). */
const SILENT_MS = 6000;

/**
 * Opens the stream of one table.
 * @param {{table: string, feed: string}} wish
 * @param {{opened: () => void, reset: () => void, pulse: (pulse: object, at: number) => void,
 *          document: (message: {topic: string, retained: boolean, age_ms: number, document?: object}, at: number) => void}} take
 * @returns {{heardAt: () => number, close: () => void}}
 */
export function openFeed(wish, take) {
  let source = null;
  let heard = -Infinity;
  let closed = false;

  function open() {
    if (closed) return;
    source?.close();
    source = new EventSource(`/events?table=${encodeURIComponent(wish.table)}&feed=${encodeURIComponent(wish.feed)}`);
    heard = performance.now();
    // Every opening starts from nothing on the server's side too.
    source.addEventListener("open", () => { heard = performance.now(); take.opened(); });
    source.addEventListener("reset", () => take.reset());
    on(source, "document", take.document);
    on(source, "pulse", take.pulse);
  }

  function on(target, name, handler) {
    target.addEventListener(name, (event) => {
      heard = performance.now();
      handler(JSON.parse(event.data), heard);
    });
  }

  const watch = setInterval(() => {
    const silent = performance.now() - heard > SILENT_MS;
    if (source.readyState === EventSource.CLOSED || silent) open();
  }, REOPEN_MS);

  open();
  return {
    heardAt: () => heard,
    close() { closed = true; clearInterval(watch); source.close(); },
  };
}
