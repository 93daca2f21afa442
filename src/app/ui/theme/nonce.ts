/** Nonce of the page's Content Security Policy from `<meta name="csp-nonce">`; undefined if none is served. */
export function cspNonce(): string | undefined {
  const nonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content
  return nonce === undefined || nonce === '' || nonce.startsWith('%') ? undefined : nonce
}
