/** The policy of a page of a static host: the server's own, with what a build for such a host must have otherwise, named one by one. */
import { contentSecurityPolicy } from '../src/server/http/answers.ts'

export interface PolicyOfPage {
  readonly nonce: string
  /** SHA-256, base64, of the scripts that stand in the page. */
  readonly scriptHashes: readonly string[]
  /** Where the page may send beside its own origin. */
  readonly connect: readonly string[]
  /** Name of the one trusted-types policy that it may have. */
  readonly trustedTypes?: string | undefined
}

/** As a header says it. */
export const headerPolicy = ({ nonce, scriptHashes, connect, trustedTypes }: PolicyOfPage): string =>
  contentSecurityPolicy(nonce, ...scriptHashes)
    .split('; ')
    .map(directive => {
      if (directive === "connect-src 'self'") return [directive, ...connect].join(' ')
      return directive === "trusted-types 'none'" && trustedTypes !== undefined ? `trusted-types ${trustedTypes}` : directive
    })
    .join('; ')

/** As a `<meta>` says it: who may frame the page it cannot say (browsers ignore that there, with a warning). */
export const metaPolicy = (policy: PolicyOfPage): string =>
  headerPolicy(policy)
    .split('; ')
    .filter(directive => !directive.startsWith('frame-ancestors'))
    .join('; ')
