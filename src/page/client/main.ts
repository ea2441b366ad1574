import { decodePage } from "../decode.ts";

const data = decodePage(document.getElementById("data")?.textContent ?? "");
const page = document.getElementById("page");
if (page) page.textContent = `${data.sessions.length} sessions`;
