/** Handlers of the recorder's read API, for authorised callers. Stored rows already have the shape of the response. */
import { mostAlerts } from '../../core/domain/alert-schema.ts'
import type { JournalOrder } from '../../core/domain/journal-order.ts'
import type { Owner } from '../../core/domain/owner.ts'
import { dayMs } from '../../core/domain/time.ts'
import type { z } from '../../core/domain/zod.ts'
import {
  mostNotes,
  mostRows,
  mostSamples,
  type RecorderCallName,
  type recorderCalls,
} from '../../core/history/recorder-interface.ts'
import { type AccountAlerts, filePrefix } from '../accounts/accounts-file.ts'
import type { Grain } from '../accounts/retention.ts'
import { testMessage } from '../alerts/alert-message.ts'
import { bodyOf, type SendAlert } from '../alerts/send-alert.ts'
import { parseCursor } from '../store/sql-store.ts'
import type { LightSample, OrdersAsked, Store } from '../store/store.ts'
import { cmp } from '../../core/domain/decimal.ts'
import { equityOf } from '../../core/domain/equity.ts'

export interface CallAnswer {
  readonly status: 200 | 400 | 404 | 409
  readonly body: unknown
}

type CallQuery<Name extends RecorderCallName> = z.output<(typeof recorderCalls)[Name]['query']>

export interface Caller {
  readonly store: Store
  readonly owner: Owner
  /** Subject of the token, confirmed by the venue. */
  readonly subject: string
  readonly venueNowMs: () => Promise<number>
  readonly alerts: AccountAlerts | undefined
  readonly send: SendAlert
}

const answered = (body: unknown): CallAnswer => ({ status: 200, body })

const grains = { minute: 0, hour: 1, day: 2 } as const satisfies Record<string, Grain>
type Every = keyof typeof grains

/** Longest ranges per response: about five thousand minutes, and as many hours. */
const minutesForMs = 4 * dayMs
const hoursForMs = 250 * dayMs

function everyOf(lengthMs: number): Every {
  if (lengthMs <= minutesForMs) return 'minute'
  return lengthMs <= hoursForMs ? 'hour' : 'day'
}

export async function answerSamples(
  { store, owner }: Caller,
  { from, to, points, every }: CallQuery<'samples'>,
): Promise<CallAnswer> {
  const chosen = every ?? (points === undefined ? 'minute' : everyOf(to - from))
  const all = await store.samples(owner, from, to, grains[chosen], mostSamples + 1)
  if (all.length > mostSamples) {
    return {
      status: 400,
      body: { error: `An answer has at most ${mostSamples} samples: ask for less time, or with every=hour or points.` },
    }
  }
  const samples = points === undefined ? all : thinPoints(all, points)
  return answered({ samples, isThinned: samples.length < all.length, every: chosen })
}

export const answerFullSamples = async (
  { store, owner }: Caller,
  { at }: CallQuery<'fullSamples'>,
): Promise<CallAnswer> => answered({ samples: await store.fullSamples(owner, at) })

export const answerFirstPositions = async ({ store, owner }: Caller): Promise<CallAnswer> =>
  answered({ first: (await store.firstPositions(owner)) ?? null })

export async function answerJournal({ store, owner }: Caller, asked: CallQuery<'journal'>): Promise<CallAnswer> {
  const { limit, before, from, to, kinds, subjects, text } = asked
  if (limit < 1 || limit > mostRows) return { status: 400, body: { error: `limit is a number from 1 to ${mostRows}` } }
  if (before !== undefined && parseCursor(before) === undefined)
    return { status: 400, body: { error: 'before is not the end of a page' } }
  return answered(await store.rows(owner, { limit, before, fromMs: from, toMs: to, kinds, subjects, text }))
}

const mostOrders = 2_000

export async function answerOrders(
  { store, owner }: Caller,
  { which, ids, to }: CallQuery<'orders'>,
): Promise<CallAnswer> {
  if ((which === undefined) === (ids === undefined))
    return { status: 400, body: { error: 'which or ids, and not both' } }
  if (ids !== undefined)
    return answered({ orders: (await store.ordersById(owner, ids)).map(withoutOwner), hasMore: false })
  const asked: OrdersAsked = { which: which ?? 'filled', toMs: to, most: mostOrders + 1 }
  const found = await store.orders(owner, asked)
  return answered({ orders: found.slice(0, mostOrders).map(withoutOwner), hasMore: found.length > mostOrders })
}

/** Removes `owner`: that key belongs to one browser's storage. */
const withoutOwner = ({ owner: _owner, ...order }: JournalOrder): Omit<JournalOrder, 'owner'> => order

export const answerNotes = async ({ store, owner }: Caller): Promise<CallAnswer> =>
  answered({ notes: await store.notes(owner) })

export async function answerWriteNote(
  { store, owner, subject: by, venueNowMs }: Caller,
  { subject, text, tags, seenAtMs }: z.output<(typeof recorderCalls)['writeNote']['body']>,
): Promise<CallAnswer> {
  const atMs = Math.max(Math.round(await venueNowMs()), (seenAtMs ?? 0) + 1)
  const written = await store.writeNote(owner, { subject, text, tags, atMs, by }, seenAtMs ?? undefined, mostNotes)
  if (!written.ok && written.isFull === true)
    return {
      status: 400,
      body: { error: `The recorder stores ${mostNotes} notes of an account at most: remove some first.` },
    }
  return { status: written.ok ? 200 : 409, body: { note: written.note ?? null } }
}

const sendsNone: CallAnswer = {
  status: 404,
  body: { error: 'The recorder’s file names no place to which alerts of this account are sent.' },
}
const mostSent = 20

export const answerAlerts = (caller: Caller): Promise<CallAnswer> => alertsAnswerOf(caller, [])

async function alertsAnswerOf({ store, owner, alerts }: Caller, handedOver: readonly string[]): Promise<CallAnswer> {
  if (alerts === undefined) return sendsNone
  const [watched, sent, removed] = await Promise.all([
    store.alerts(owner),
    store.deliveries(owner, mostSent),
    store.removedOf(owner, handedOver),
  ])
  return answered({
    alerts: watched.map(({ alert, by }) => ({ ...alert, by })),
    removed,
    to: alerts.to.map(({ name, kind, quiet }) => ({ name, kind, quiet: quiet ?? null })),
    events: [...alerts.events],
    sent: sent.map(({ message: { id, atMs, title }, destination, state, said }) => ({
      id,
      atMs,
      title,
      destination,
      state,
      said,
    })),
  })
}

export async function answerWatchAlerts(
  caller: Caller,
  { watch, drop, remove }: z.output<(typeof recorderCalls)['watchAlerts']['body']>,
): Promise<CallAnswer> {
  const { store, owner, alerts, subject: by } = caller
  if (alerts === undefined) return sendsNone
  const ids = watch.map(each => each.id)
  if ([...ids, ...drop, ...remove].some(id => id.startsWith(filePrefix))) {
    return { status: 400, body: { error: 'What the recorder’s file watches is changed there.' } }
  }
  const removed = remove.length === 0 ? undefined : { ids: remove, atMs: await caller.venueNowMs() }
  const change = { watch: watch.map(alert => ({ alert, by })), drop, remove: removed, most: mostAlerts }
  if (!(await store.changeAlerts(owner, change))) {
    return {
      status: 409,
      body: { error: `The recorder watches ${mostAlerts} alerts of an account at most: remove some first.` },
    }
  }
  return alertsAnswerOf(caller, ids)
}

export async function answerTestAlert({ owner, alerts, send, subject, venueNowMs }: Caller): Promise<CallAnswer> {
  if (alerts === undefined) return sendsNone
  const message = testMessage(subject, await venueNowMs())
  const results = await Promise.all(
    alerts.to.map(async destination => {
      const sent = await send(destination, { body: bodyOf(owner, message, destination.name), attempt: 1 })
      return {
        name: destination.name,
        kind: destination.kind,
        isDelivered: sent.kind === 'delivered',
        said: sent.report,
      }
    }),
  )
  return answered({ results })
}

/**
 * Returns about `points` samples that draw the same curve: the first, the last, and the lowest and highest equity of
 * each interval. `samples` are sorted by time.
 */
export function thinPoints(samples: readonly LightSample[], points: number): readonly LightSample[] {
  const [first, last] = [samples[0], samples.at(-1)]
  if (samples.length <= points || first === undefined || last === undefined) return samples
  const stretches = Math.max(1, Math.floor((points - 2) / 2))
  const lengthMs = Math.max(1, (last.atMs - first.atMs) / stretches)
  const retained = new Set<LightSample>([first, last])
  const extremes = new Map<number, { low: LightSample; high: LightSample }>()
  for (const sample of samples) {
    const stretch = Math.floor((sample.atMs - first.atMs) / lengthMs)
    const known = extremes.get(stretch)
    if (known === undefined) extremes.set(stretch, { low: sample, high: sample })
    else if (isLess(sample, known.low)) known.low = sample
    else if (isLess(known.high, sample)) known.high = sample
  }
  for (const { low, high } of extremes.values()) retained.add(low).add(high)
  return samples.filter(sample => retained.has(sample))
}

function isLess(one: LightSample, other: LightSample): boolean {
  const [a, b] = [equityOf(one.equity, 'value'), equityOf(other.equity, 'value')]
  return a !== undefined && b !== undefined && cmp(a, b) < 0
}
