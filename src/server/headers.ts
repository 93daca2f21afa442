/** Security headers of every answer, and the page's content security policy with its nonce (OWASP ASVS 5.0, 3.4). */

export const securityHeaders: Readonly<Record<string, string>> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
}

/**
 * The page loads nothing but its own files and speaks to its own origin, which passes calls on to the venue. Styles that a
 * library adds at run time carry the nonce; scripts are files only, but for those that the page begins with, which are named by their hashes
 * (SHA-256, base64); and text never becomes one (trusted types).
 */
export function contentSecurityPolicy(nonce: string, ...scriptHashes: readonly string[]): string {
  return [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes.map(hash => `'sha256-${hash}'`)].join(' '),
    "worker-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}
