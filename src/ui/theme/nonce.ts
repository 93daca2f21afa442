/** Nonce of the page's content security policy, as the server wrote it into `<meta name="csp-nonce">`; undefined where none is served. */
export function cspNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  return nonce === undefined || nonce === '' || nonce.startsWith('%') ? undefined : nonce
}
