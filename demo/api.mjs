/** The app's HTTP interface, as its web page uses it. */
export class Api {
  /** @param {string} url where the app serves, without a slash at the end */
  constructor(url) {
    this.url = url;
    this.headers = { 'X-Authenticator': 'basic', 'X-Locale': 'en-US' };
  }

  /** Signs in; later calls are that user's. */
  async signIn(account, password) {
    const { token } = await this.post('auth:signIn', { account, password });
    this.headers.Authorization = `Bearer ${token}`;
  }

  get(action) {
    return this.call(action, { method: 'GET' });
  }

  post(action, values = {}) {
    return this.call(action, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(values),
    });
  }

  /** Sends a file as the page's upload form does. */
  upload(action, name, content) {
    const body = new FormData();
    body.append('file', new Blob([content]), name);
    return this.call(action, { method: 'POST', body });
  }

  /**
   * @returns {Promise<any>} `data` of the answer
   * @throws {ApiError} on every status but 2xx
   */
  async call(action, { headers, ...request }) {
    const answer = await fetch(`${this.url}/api/${action}`, { ...request, headers: { ...this.headers, ...headers } });
    const text = await answer.text();
    if (!answer.ok) throw new ApiError(action, answer.status, text);
    return text ? (JSON.parse(text).data ?? null) : null;
  }
}

/** The app refused a request. */
export class ApiError extends Error {
  constructor(action, status, text) {
    super(`${action} answered ${status}: ${messageIn(text)}`);
    this.status = status;
  }
}

function messageIn(text) {
  try {
    const { errors, error } = JSON.parse(text);
    return errors?.map(({ message }) => message).join('; ') ?? error.message;
  } catch {
    return text.slice(0, 200);
  }
}
