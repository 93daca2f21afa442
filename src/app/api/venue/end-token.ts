/**
 * Revokes the sandbox's token of a session that the trader ends, so that a copy of it is useless. A venue's own tokens
 * expire by themselves.
 */
import { endpoints } from '../../../core/contract/endpoints.ts'
import { credentialsHeader } from '../../../core/contract/header-names.ts'
import { pageHttp } from './client.ts'
import { pageHeaders } from './other-venue.ts'
import { onSignOut } from './session.ts'
import { readVenue } from './venue.ts'

const timeoutMs = 5_000

async function endToken(token: string): Promise<void> {
  const { baseUrl } = readVenue()
  const { method, path } = endpoints.endSandboxSession
  try {
    await pageHttp({
      method,
      url: baseUrl + path,
      headers: { ...pageHeaders(baseUrl), [credentialsHeader]: token },
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch {
    // The sandbox is out of reach: the token ends by itself, and this page has forgotten it.
  }
}

export const startEndingTokens = (): (() => void) =>
  onSignOut((_, token) => void (token === undefined ? undefined : endToken(token)))
