import { credentialsHeader } from '../../../core/contract/header-names.ts'
import { fieldsOf, isRecord, parseJson } from '../../../core/domain/json.ts'
import { pageHttp } from '../venue/client.ts'
import { pageHeaders } from '../venue/other-venue.ts'
import { readVenue } from '../venue/venue.ts'

export type ApprovalAnswer =
  | { readonly kind: 'answer'; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly kind: 'refused'; readonly status: number; readonly why: string }
  | { readonly kind: 'failed' }

const timeoutMs = 10_000
const longestWords = 300

export interface ApprovalCall {
  readonly path?: 'request' | 'list' | 'grant' | 'decline' | 'state' | 'withdraw'
  readonly body?: string | undefined
  readonly token?: string | undefined
}

/** True if the venue is behind the page's own server. Only that server's approvals apply. */
export const hasOwnServer = (): boolean => pageHeaders(readVenue().baseUrl) !== undefined

export async function callApprovals({ path, body, token }: ApprovalCall): Promise<ApprovalAnswer> {
  const own = pageHeaders(readVenue().baseUrl)
  if (own === undefined) return { kind: 'failed' }
  try {
    const answer = await pageHttp({
      method: path === undefined ? 'GET' : 'POST',
      url: path === undefined ? '/approvals' : `/approvals/${path}`,
      headers: {
        ...own,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined ? {} : { [credentialsHeader]: token }),
      },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    const json = parseJson(answer.text)
    if (answer.status === 200 || answer.status === 201)
      return isRecord(json) ? { kind: 'answer', fields: json } : { kind: 'failed' }
    const said = fieldsOf(json)['error']
    if (answer.status >= 400 && answer.status < 500 && typeof said === 'string')
      return { kind: 'refused', status: answer.status, why: said.slice(0, longestWords) }
    return { kind: 'failed' }
  } catch {
    return { kind: 'failed' }
  }
}
