/** The policy of a static host's page: the server's, with the differences listed here. */
import { contentSecurityPolicy } from '../src/server/http/answers.ts'

export interface PolicyOfPage {
  readonly nonce: string
  /** SHA-256, base64, of the page's inline scripts. */
  readonly scriptHashes: readonly string[]
  readonly connect: readonly string[]
  readonly trustedTypes?: string | undefined
}

export const headerPolicy = ({ nonce, scriptHashes, connect, trustedTypes }: PolicyOfPage): string =>
  contentSecurityPolicy(nonce, ...scriptHashes)
    .split('; ')
    .map(directive => {
      if (directive === "connect-src 'self'") return [directive, ...connect].join(' ')
      return directive === "trusted-types 'none'" && trustedTypes !== undefined
        ? `trusted-types ${trustedTypes}`
        : directive
    })
    .join('; ')

/** For a `<meta>`, without `frame-ancestors`, which browsers ignore there with a warning. */
export const metaPolicy = (policy: PolicyOfPage): string =>
  headerPolicy(policy)
    .split('; ')
    .filter(directive => !directive.startsWith('frame-ancestors'))
    .join('; ')
