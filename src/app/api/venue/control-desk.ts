/**
 * The control desk of a sandbox: sets time, prices and faults. Present in the browser, and on a server with
 * SANDBOX_CONTROL=1. Not part of any venue's contract.
 */
import { z } from '../../../core/domain/zod.ts'
import type { Http } from '../../../core/client/http.ts'

const deskState = z.object({
  now: z.string().check(z.regex(/^\d+$/)),
  frozen: z.boolean(),
  prices_set: z.record(z.string(), z.unknown()),
  faults: z.array(z.looseObject({ fault: z.string(), account: z.string(), count: z.number() })),
})

export interface DeskState {
  /** µs since 1970 UTC, as text. */
  readonly now: string
  readonly isFrozen: boolean
  readonly pricesSet: readonly string[]
  readonly faults: readonly { readonly fault: string; readonly account: string; readonly count: number }[]
}

export type DeskAnswer =
  | { readonly ok: true; readonly state: DeskState }
  | { readonly ok: false; readonly kind: 'absent' }
  | { readonly ok: false; readonly kind: 'refused'; readonly text: string }

export type DeskCommand =
  | { readonly path: 'freeze' | 'unfreeze' }
  | { readonly path: 'advance'; readonly body: { readonly ms: number } }
  | { readonly path: 'prices'; readonly body: Readonly<Record<string, string>> }
  | { readonly path: 'faults'; readonly body: Readonly<Record<string, string | number | boolean>> }
  | { readonly path: 'faults/clear'; readonly body: { readonly account: string } }

const timeoutMs = 4_000
const base = '/sandbox/control'

export async function askDesk(http: Http, command?: DeskCommand): Promise<DeskAnswer> {
  const body = command !== undefined && 'body' in command ? JSON.stringify(command.body) : undefined
  try {
    const answer = await http({
      method: command === undefined ? 'GET' : 'POST',
      url: command === undefined ? base : `${base}/${command.path}`,
      headers: body === undefined ? {} : { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (answer.status === 204 || answer.status === 404 || answer.status === 403) return { ok: false, kind: 'absent' }
    return read(answer.status, answer.text)
  } catch (error) {
    return { ok: false, kind: 'refused', text: error instanceof Error ? error.message : 'The desk did not answer.' }
  }
}

const refusal = z.object({ error: z.string() })

function read(status: number, text: string): DeskAnswer {
  const json: unknown = JSON.parse(text)
  const found = deskState.safeParse(json)
  if (status === 200 && found.success) {
    const { now, frozen, prices_set, faults } = found.data
    return { ok: true, state: { now, isFrozen: frozen, pricesSet: Object.keys(prices_set), faults } }
  }
  const said = refusal.safeParse(json)
  return { ok: false, kind: 'refused', text: said.success ? said.data.error : `The desk answered ${status}.` }
}
