/**
 * Follows the recorder behind the page's server, if there is one: loads its data of the session's account at sign-in
 * and each minute while visible. Other accounts are never requested, and missing answers change nothing.
 */
import { fieldsOf } from '../../../core/domain/json.ts'
import { type Owner, ownerKey } from '../../../core/domain/owner.ts'
import type { Sample } from '../../../core/domain/sample.ts'
import { minuteMs } from '../../../core/domain/time.ts'
import type { RecorderAnswer } from '../../../core/history/recorder-interface.ts'
import { faultText } from '../browser/db.ts'
import { isVisible } from '../browser/heartbeat.ts'
import { readStored, writeStored } from '../browser/stored.ts'
import { wait } from '../browser/wait.ts'
import { type FineSamples, samplesElsewhere } from '../history/samples-elsewhere.ts'
import { historyChanged } from '../journal/erase.ts'
import { sharedNotes } from '../journal/journal-notes.ts'
import { serverNowMs } from '../venue/clock.ts'
import { eachSession } from '../venue/owner.ts'
import { askRecorder } from './ask-recorder.ts'
import { followAwayAlerts, stopAwayAlerts } from './away-alerts.ts'
import { notesOfRecorder, takeNotes } from './recorded-notes.ts'
import { type RecorderState, recorderState } from './recorder-state.ts'
import { RecorderFailed, takeRecorded } from './take-recorded.ts'

type Account = RecorderAnswer<'status'>['accounts'][number]

const storageKey = 'legwork.recorder-taken'
const namesKey = 'legwork.recorder-names'
const timesAtOnce = 200
/** More points than a wide screen has pixels. */
const mostPoints = 3_000

export const followRecorder = (): (() => void) => eachSession(begin)

function begin(owner: Owner): () => void {
  const controller = new AbortController()
  recorderState.set({ kind: 'asking' })
  void follow(owner, controller.signal)
  return () => {
    controller.abort()
    recorderState.set({ kind: 'none' })
    sharedNotes.set(undefined)
    samplesElsewhere.set(undefined)
    stopAwayAlerts()
  }
}

async function follow(owner: Owner, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if (isVisible()) await takeOnce(owner, signal)
    await wait(minuteMs, signal)
  }
}

async function takeOnce(owner: Owner, signal: AbortSignal): Promise<void> {
  const reply = await askRecorder('status', owner)
  if (signal.aborted) return
  if (!reply.ok) return failed(reply.text)
  const { nowMs, accounts } = reply.answer
  const found = ofOwner(accounts, owner)
  if (found === undefined) {
    // A recording that ended stays as it is.
    sharedNotes.set(undefined)
    samplesElsewhere.set(undefined)
    stopAwayAlerts()
    return recorderState.set(unfound(accounts, owner, signal))
  }
  const { account, covered, isFollowed, mayWriteNotes, sendsAlerts } = found
  if (sendsAlerts) void followAwayAlerts(owner, account)
  else stopAwayAlerts()
  const takenAtMs = takenUpTo(owner)
  try {
    const merged = await takeRecorded({ owner, account, takenAtMs, nowMs, covered, signal })
    const fault = await takeNotes({ owner, account, mayWrite: mayWriteNotes, takenAtMs })
    if (signal.aborted) return
    if (fault !== undefined) return failed(fault)
    noteTaken(owner, nowMs)
    sharedNotes.set(notesOfRecorder(owner, account, mayWriteNotes))
    if (samplesElsewhere.get() === undefined)
      samplesElsewhere.set({
        owner: ownerKey(owner),
        read: times => positionsOf(owner, account, times),
        readWithin: (fromMs, toMs) => samplesWithin(owner, account, fromMs, toMs),
      })
    const forget = account === owner.account ? undefined : (): void => choose(owner, undefined, signal)
    recorderState.set({ kind: 'followed', name: account, forget, isFollowed, covered, takenAtMs: nowMs, mayWriteNotes })
    if (merged.rows + merged.samples + merged.orders > 0) await historyChanged(ownerKey(owner))
  } catch (error) {
    if (!signal.aborted) failed(error instanceof RecorderFailed ? error.message : faultText(error))
  }
}

function failed(text: string): void {
  const before = recorderState.get()
  recorderState.set({ kind: 'failed', text, sinceMs: before.kind === 'failed' ? before.sinceMs : serverNowMs() })
}

/**
 * Returns the account of the same name, or the trader's choice. A token may read several accounts, so histories are
 * never merged by a guess.
 */
const ofOwner = (accounts: readonly Account[], owner: Owner): Account | undefined =>
  accounts.find(each => each.account === owner.account) ??
  accounts.find(each => each.account === storedOf(namesKey)[ownerKey(owner)])

function unfound(accounts: readonly Account[], owner: Owner, signal: AbortSignal): RecorderState {
  if (accounts.length === 0) return { kind: 'not_recorded' }
  return { kind: 'to_choose', names: accounts.map(each => each.account), choose: name => choose(owner, name, signal) }
}

function choose(owner: Owner, name: string | undefined, signal: AbortSignal): void {
  writeStored('local', namesKey, { ...storedOf(namesKey), [ownerKey(owner)]: name })
  recorderState.set({ kind: 'asking' })
  void takeOnce(owner, signal)
}

async function positionsOf(owner: Owner, account: string, timesMs: readonly number[]): Promise<readonly Sample[]> {
  const found: Sample[] = []
  for (let at = 0; at < timesMs.length; at += timesAtOnce) {
    const reply = await askRecorder('fullSamples', owner, {
      query: { account, at: timesMs.slice(at, at + timesAtOnce) },
    })
    if (!reply.ok) return found
    found.push(...(reply.answer.samples.rows as readonly Sample[]))
  }
  return found
}

async function samplesWithin(
  owner: Owner,
  account: string,
  fromMs: number,
  toMs: number,
): Promise<FineSamples | undefined> {
  const query = { account, from: Math.floor(fromMs), to: Math.floor(toMs) + 1, points: mostPoints }
  const reply = await askRecorder('samples', owner, { query })
  if (!reply.ok) return undefined
  const { samples, isThinned, every } = reply.answer
  return { samples: samples.rows, isWhole: every === 'minute' && !isThinned }
}

const storedOf = (key: string): Readonly<Record<string, unknown>> => fieldsOf(readStored('local', key))

function takenUpTo(owner: Owner): number | undefined {
  const at = storedOf(storageKey)[ownerKey(owner)]
  return typeof at === 'number' && Number.isFinite(at) ? at : undefined
}

function noteTaken(owner: Owner, atMs: number): void {
  writeStored('local', storageKey, { ...storedOf(storageKey), [ownerKey(owner)]: atMs })
}
