/** Every query of a screen to the recorder, through its read API. */
import { dayMs, hourMs, minuteMs } from '../../../src/core/domain/time.ts'
import {
  answerFirstPositions,
  answerFullSamples,
  answerJournal,
  answerNotes,
  answerOrders,
  answerSamples,
  type Caller,
} from '../../../src/recorder/serve/answer-call.ts'
import { type Load, loadOwner, loadStart } from './fill.ts'

export interface ScreenQuestion {
  readonly screen: string
  ask(caller: Caller, at: Asking): Promise<unknown>
}

export interface Asking {
  readonly account: string
  readonly endMs: number
  readonly someMs: number
  readonly index: number
  readonly turn: number
}

const timesFrom = (fromMs: number, toMs: number, count: number): number[] =>
  Array.from(
    { length: count },
    (_, index) => Math.floor((fromMs + ((toMs - fromMs) * index) / count) / minuteMs) * minuteMs,
  )
const hoursFrom = (fromMs: number, toMs: number, count: number): number[] =>
  timesFrom(fromMs, toMs, count).map(at => Math.floor(at / hourMs) * hourMs)
const points = 3_000

export const screenQuestions: readonly ScreenQuestion[] = [
  {
    screen: 'Settings: when it was followed',
    ask: async ({ store, owner }) => [await store.spans(owner), await store.silentMs(owner)],
  },
  {
    screen: 'History: the last day, by the minute',
    ask: (caller, { account, endMs }) =>
      answerSamples(caller, { account, from: endMs - dayMs, to: endMs, every: 'minute' }),
  },
  {
    screen: 'History: an old day zoomed into',
    ask: (caller, { account, someMs }) => answerSamples(caller, { account, from: someMs - dayMs, to: someMs, points }),
  },
  {
    screen: 'History: four days zoomed into',
    ask: (caller, { account, someMs }) =>
      answerSamples(caller, { account, from: someMs - 4 * dayMs, to: someMs, points }),
  },
  {
    screen: 'History: a week',
    ask: (caller, { account, endMs }) => answerSamples(caller, { account, from: endMs - 7 * dayMs, to: endMs, points }),
  },
  {
    screen: 'History: a month',
    ask: (caller, { account, endMs }) =>
      answerSamples(caller, { account, from: endMs - 30 * dayMs, to: endMs, points }),
  },
  {
    screen: 'History: all',
    ask: (caller, { account, endMs }) => answerSamples(caller, { account, from: 0, to: endMs, points }),
  },
  {
    screen: 'Explain: the last day',
    ask: (caller, { account, endMs }) =>
      answerFullSamples(caller, { account, at: timesFrom(endMs - dayMs, endMs, 200) }),
  },
  {
    screen: 'Explain: a week',
    ask: (caller, { account, endMs }) =>
      answerFullSamples(caller, { account, at: hoursFrom(endMs - 7 * dayMs, endMs, 168) }),
  },
  {
    screen: 'Explain: a month',
    ask: (caller, { account, endMs }) =>
      answerFullSamples(caller, { account, at: hoursFrom(endMs - 30 * dayMs, endMs, 200) }),
  },
  { screen: 'Realised: what was held at first', ask: caller => answerFirstPositions(caller) },
  {
    screen: 'Realised: filled orders',
    ask: (caller, { account }) => answerOrders(caller, { account, which: 'filled' }),
  },
  {
    screen: 'Realised: cash that moved',
    ask: (caller, { account }) => answerJournal(caller, { account, limit: 1_000, kinds: ['cash'] }),
  },
  { screen: 'RFQ blotter', ask: (caller, { account }) => answerOrders(caller, { account, which: 'rfqs' }) },
  {
    screen: 'Orders of a page of rows',
    ask: (caller, { account, index, turn }) =>
      answerOrders(caller, {
        account,
        ids: Array.from({ length: 200 }, (_, each) => `desk-${index + 1}-${each + 1 + turn}`),
      }),
  },
  { screen: 'Journal: the newest page', ask: (caller, { account }) => answerJournal(caller, { account, limit: 100 }) },
  {
    screen: 'Journal: a thousand newest',
    ask: (caller, { account }) => answerJournal(caller, { account, limit: 1_000 }),
  },
  {
    screen: 'Journal: an old page',
    ask: (caller, { account, someMs }) => answerJournal(caller, { account, limit: 100, before: `${someMs} 0` }),
  },
  {
    screen: 'Journal: fills of a day',
    ask: (caller, { account, someMs }) =>
      answerJournal(caller, { account, limit: 100, kinds: ['execution'], from: someMs - dayMs, to: someMs }),
  },
  {
    screen: 'Journal: one order',
    ask: (caller, { account, index, turn }) =>
      answerJournal(caller, { account, limit: 100, subjects: [`desk-${index + 1}-${turn + 1}`] }),
  },
  {
    screen: 'Journal: a word that many rows have',
    ask: (caller, { account }) => answerJournal(caller, { account, limit: 100, text: 'cancelled' }),
  },
  {
    screen: 'Journal: a word that one row has',
    ask: (caller, { account, index }) => answerJournal(caller, { account, limit: 100, text: `desk-${index + 1}-17` }),
  },
  { screen: 'Notes', ask: caller => answerNotes(caller) },
]

export function askingOf(load: Load, turn: number): Asking {
  const index = (turn * 7) % load.accounts
  const endMs = loadStart + load.days * dayMs
  // Deterministic irregular steps through the month.
  const someMs = endMs - ((turn * 37 * hourMs) % Math.max(dayMs, (load.days - 5) * dayMs))
  return { account: loadOwner(index).account, endMs, someMs, index, turn }
}
