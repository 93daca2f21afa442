/** One request to the recorder behind the page's own server, with the account's token, without retry. */
import { endpoints } from '../../../core/contract/endpoints.ts'
import { credentialsHeader } from '../../../core/contract/header-names.ts'
import type { Owner } from '../../../core/domain/owner.ts'
import { z } from '../../../core/domain/zod.ts'
import { type RecorderAnswer, type RecorderCallName, recorderCalls } from '../../../core/history/recorder-interface.ts'
import { pageHttp } from '../venue/client.ts'
import { pageHeaders } from '../venue/other-venue.ts'
import { credentials } from '../venue/session.ts'
import { readVenue } from '../venue/venue.ts'

export type RecorderReply<Name extends RecorderCallName> =
  | { readonly ok: true; readonly answer: RecorderAnswer<Name> }
  /** `conflict` is the current value, if the recorder sends it. */
  | { readonly ok: false; readonly text: string; readonly status?: number; readonly conflict?: RecorderAnswer<Name> }

interface RecorderRequest {
  readonly query?: Readonly<Record<string, unknown>>
  readonly body?: unknown
}

const timeoutMs = 20_000
const refusal = z.object({ error: z.string().check(z.maxLength(500)) })

/**
 * Does nothing for an account that is no longer signed in. Rejects only for an unknown call, which is a programming
 * error.
 */
export async function askRecorder<Name extends RecorderCallName>(
  name: Name,
  owner: Owner,
  asked: RecorderRequest = {},
): Promise<RecorderReply<Name>> {
  const current = credentials()
  if (current === undefined || current.account !== owner.account || current.venueKey !== owner.venueKey)
    return failed('You are signed out.')
  const { method, path, query, answer: shape } = recorderCalls[name]
  const own = pageHeaders(readVenue().baseUrl)
  if (own === undefined) return failed('This page was not served with a recorder. Start the server with RECORDER_URL.')
  const texts = z.encode<z.ZodMiniType>(query, asked.query ?? {}) as Readonly<Record<string, string | undefined>>
  const given = Object.entries(texts).filter((each): each is [string, string] => each[1] !== undefined)
  try {
    // The recorder checks the token by requesting positions from the venue.
    const token = await current.tokenFor(endpoints.positions.path)
    if (credentials()?.serial !== current.serial) return failed('You are signed out.')
    const answer = await pageHttp({
      method,
      url: given.length === 0 ? path : `${path}?${new URLSearchParams(given).toString()}`,
      headers: {
        ...own,
        [credentialsHeader]: token,
        ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: asked.body === undefined ? undefined : JSON.stringify(asked.body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    return read(name, answer.status, answer.text, shape)
  } catch {
    return failed('The recorder did not answer.')
  }
}

const failed = (
  words: string,
  status?: number,
): { readonly ok: false; readonly text: string; readonly status?: number } => ({
  ok: false,
  text: words,
  ...(status === undefined ? {} : { status }),
})

function read<Name extends RecorderCallName>(
  _: Name,
  status: number,
  text: string,
  shape: z.ZodMiniType,
): RecorderReply<Name> {
  const json: unknown = JSON.parse(text)
  const found = status === 200 || status === 409 ? z.safeDecode(shape, json) : undefined
  if (status === 200 && found?.success === true) return { ok: true, answer: found.data as RecorderAnswer<Name> }
  if (status === 409 && found?.success === true) {
    return { ok: false, text: 'It was changed meanwhile.', status, conflict: found.data as RecorderAnswer<Name> }
  }
  const said = refusal.safeParse(json)
  return failed(said.success ? said.data.error : `The recorder’s answer could not be read (${status}).`, status)
}
