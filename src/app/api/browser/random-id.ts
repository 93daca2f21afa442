/** 128 random bits as text (`getRandomValues`: `randomUUID` is missing on plain-http addresses of a local network). */
export const randomId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')
