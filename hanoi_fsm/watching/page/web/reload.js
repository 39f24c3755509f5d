// What a page does that is served while its file is edited: it says on top what the check of the
// file found, and reloads itself when there is a new version of it. The fragment stays, so the page
// comes back at the same moment. No connection is kept while the page is hidden, as a browser has
// only a few of them for all pages of one server.

import { pageData } from "./data.js";
import { html, render } from "./vendor/preact.js";

const RELOAD_LOST = {
  kind: "unreadable",
  title: "The server has stopped:",
  text: "this page is no longer reloaded: run the command again",
  details: [],
};

function verdictShown({ kind, title, text, details }) {
  const banner = document.getElementById("verdict");
  const rows = details.map(
    ([name, value]) => html`
      <dt>${name}</dt>
      <dd>${value}</dd>
    `,
  );
  render(
    html`<strong>${title}</strong> <span>${text}</span>${rows.length > 0 && html`<dl>${rows}</dl>`}`,
    banner,
  );
  banner.dataset.kind = kind;
  banner.hidden = false;
}

function newsTaken(news, version) {
  if (news.version === version) {
    verdictShown(news.verdict);
  } else {
    location.reload();
  }
}

function listenWhileShown(version) {
  document.getElementById("verdict").setAttribute("role", "status");
  let source = null;
  const listen = () => {
    if (document.hidden) {
      source?.close();
      source = null;
    } else if (source === null) {
      source = new EventSource("events");
      source.onmessage = (message) => newsTaken(JSON.parse(message.data), version);
      source.onerror = () => verdictShown(RELOAD_LOST);
    }
  };
  document.addEventListener("visibilitychange", listen);
  listen();
}

listenWhileShown(pageData.version);
