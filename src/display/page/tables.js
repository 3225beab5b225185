// What a page with all tables knows: a model for each, filled by one stream. Pure but for the stream.

import { openFeed } from "./feed.js";
import { emptyModel, takeDocument } from "./model.js";

/**
 * Follows all tables.
 * @param {string|null} token a referee's, for everything; without it what is public
 * @param {(id: string, model: object) => void} changed is told of each table that changed
 * @param {(status: number) => void} [refused]
 */
export function followAll(token, changed, refused) {
  const models = new Map();
  let broker = null;

  function forget() {
    const ids = [...models.keys()];
    models.clear();
    for (const id of ids) changed(id, null);
  }

  function modelOf(id) {
    if (!models.has(id)) models.set(id, emptyModel());
    return models.get(id);
  }

  const feed = openFeed({ token }, {
    opened: forget,
    reset: forget,
    refused,
    document(message, at) {
      const model = modelOf(message.table);
      if (takeDocument(model, message, at).length > 0) changed(message.table, model);
    },
    pulse(pulse, at) {
      broker = pulse.broker;
      for (const [id, of] of Object.entries(pulse.tables ?? {})) modelOf(id).pulse = { ...of, broker, at };
      // Who is not named any more has been forgotten by the broker.
      for (const id of models.keys()) if (!(id in (pulse.tables ?? {}))) { models.delete(id); changed(id, null); }
    },
  });
  return { models, heardAt: () => feed.heardAt(), broker: () => broker, close: () => feed.close() };
}

/** The order of halls: t2 before t10. */
export function byName(one, other) {
  return one.localeCompare(other, "en", { numeric: true });
}
