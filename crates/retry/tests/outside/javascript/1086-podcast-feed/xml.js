const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;");

exports.render = (episodes, built) => [
  "<rss><channel>",
  `<lastBuildDate>${built}</lastBuildDate>`,
  ...episodes.map((e) => `<item><guid>${e.guid}</guid><title>${escape(e.title)}</title></item>`),
  "</channel></rss>",
].join("\n");
