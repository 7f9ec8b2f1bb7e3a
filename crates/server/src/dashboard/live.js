// Keeps the overview up to date. The server writes the HTML.
const overview = document.getElementById("overview");
const source = new EventSource("/live");
source.addEventListener("overview", (event) => {
  overview.innerHTML = event.data;
  document.body.dataset.updates = Number(document.body.dataset.updates ?? 0) + 1;
});
source.addEventListener("violation", (event) => {
  document.body.dataset.latest = event.data;
});
source.addEventListener("error", () => document.body.classList.add("stale"));
source.addEventListener("open", () => document.body.classList.remove("stale"));
