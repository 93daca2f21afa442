/** A stored exchange in memory with its interfaces, on clocks that a test moves. */
import type { JWK } from 'jose'
import type { Connection } from '../exchange/sandbox/control/answer-faults.ts'
import { createFaults } from '../exchange/sandbox/control/faults.ts'
import { latestRules } from '../exchange/sandbox/engine/rules.ts'
import type { Snapshot } from '../exchange/sandbox/exchange.ts'
import { createInterfaces } from '../exchange/sandbox/host/create-interfaces.ts'
import {
  type JournalHeader,
  type JournalWriter,
  type ReadJournal,
  restoreExchange,
  resumeExchange,
  type WrittenExchange,
} from '../exchange/sandbox/host/stored-exchange.ts'
import { createSigningKey } from '../exchange/sandbox/http/tokens.ts'
import type { ControlState, StoredEntry } from '../exchange/sandbox/journal/journal-entry.ts'
import { createLeftOut } from '../exchange/sandbox/left-out.ts'
import { watchSoundness } from '../exchange/sandbox/watch-soundness.ts'
import { statedInstant } from './stated-instant.ts'

export const startMs = Date.parse(statedInstant)

export const header: JournalHeader = {
  seed: 'stored',
  market: 'frozen',
  instruments: 60,
  frozenAtMs: startMs,
  openedAtMs: startMs,
  rules: latestRules,
}

export function memoryJournal() {
  const entries: StoredEntry[] = []
  const ended: { readonly body: string }[] = []
  let from = 0
  let live: readonly string[] | undefined
  let control: ControlState | undefined
  let snapshots = 0
  const writer: JournalWriter = {
    append: more => void entries.push(...more),
    saveSnapshot(snapshot: Snapshot, at: ControlState) {
      snapshots += 1
      live = snapshot.live
      ended.push(...snapshot.ended)
      control = at
      from = entries.length
    },
    syncSoon: () => undefined,
    close: () => undefined,
  }
  const read = (): ReadJournal => {
    const after = entries.slice(from)
    return {
      header,
      control,
      snapshot: live === undefined ? undefined : { live, ended: [...ended] },
      entries: () => after,
    }
  }
  return { writer, read, entries, snapshots: () => snapshots }
}
export type MemoryJournal = ReturnType<typeof memoryJournal>

export function handClocks() {
  let [wall, steady] = [startMs, 0]
  return {
    time: { wallMs: () => wall, steadyMs: () => steady },
    pass(ms: number) {
      wall += ms
      steady += ms
    },
    spend(ms: number) {
      steady += ms
    },
  }
}

export function openStored(
  journal: MemoryJournal,
  clocks = handClocks(),
  isNew = journal.entries.length === 0,
): WrittenExchange {
  const back = restoreExchange(isNew ? undefined : journal.read(), header, { rfqTimeoutSeconds: 1_800 }, clocks.time)
  return resumeExchange(back, journal.writer, clocks.time.steadyMs)
}

interface Wait {
  readonly ms: number
  readonly end: () => void
}

/** Its interfaces with the control desk; a test ends the waits, and cut connections are counted. */
export async function openSpoilt(options: { readonly hasConnections?: boolean; readonly signingKey?: JWK } = {}) {
  const { hasConnections = true, signingKey = await createSigningKey() } = options
  const clocks = handClocks()
  const saved = openStored(memoryJournal(), clocks)
  const errors: unknown[] = []
  const waits: Wait[] = []
  const cuts = { count: 0 }
  const connection: Connection = { reset: () => void (cuts.count += 1), closed: new Promise<void>(() => undefined) }
  const faults = createFaults()
  const interfaces = await createInterfaces(
    { profile: 'extended', requestsPerSecond: 10_000 },
    {
      saved,
      watched: watchSoundness(saved.exchange, error => errors.push(error)),
      signingKey,
      faults,
      leftOut: createLeftOut(message => errors.push(message)),
      pause: () => Promise.resolve(),
      sleep: ms => new Promise(resolve => waits.push({ ms, end: resolve })),
      steadyMs: clocks.time.steadyMs,
      run: 'test',
      connectionOf: () => (hasConnections ? connection : undefined),
      onError: error => errors.push(error),
    },
  )
  const send = async (method: string, path: string, body?: unknown, token?: string): Promise<Response> => {
    const { answers, desk } = interfaces
    const request = new Request(`http://venue.invalid${path}`, {
      method,
      headers: { 'content-type': 'application/json', ...(token === undefined ? {} : { credentials_secret: token }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return await (path.startsWith('/sandbox/control') && desk !== undefined ? desk : answers).fetch(request)
  }
  const signIn = async (account: string): Promise<string> => {
    const answer = await send('POST', '/sandbox/session', { account })
    return ((await answer.json()) as { readonly credentials_secret: string }).credentials_secret
  }
  return { ...interfaces, saved, clocks, faults, errors, waits, cuts, send, signIn }
}
export type Spoilt = Awaited<ReturnType<typeof openSpoilt>>
