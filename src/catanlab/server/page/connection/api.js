/** The HTTP API of the server. */

/** @typedef {{code: string, text: string}} Refused */

/**
 * Ask the server; the answer is what its JSON says. Rejects with the code and text of a refusal.
 * @param {string} path
 * @param {{method?: string, body?: unknown, token?: string}} [options]
 * @returns {Promise<any>}
 */
export async function callApi(path, { method = "GET", body, token = "" } = {}) {
  /** @type {Record<string, string>} */
  const headers = {};
  if (body !== undefined) headers["content-type"] = "application/json";
  if (token) headers.authorization = `Bearer ${token}`;
  /** @type {Response} */
  let response;
  try {
    response = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  } catch {
    throw { code: "unreachable", text: "" };
  }
  const isJson = response.headers.get("content-type")?.startsWith("application/json");
  const answer = isJson ? await response.json() : await response.text();
  if (response.ok) return answer;
  throw isJson ? { code: answer.code ?? "server-error", text: answer.text ?? "" } : { code: "server-error", text: "" };
}
