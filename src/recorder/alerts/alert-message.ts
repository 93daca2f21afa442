/** Alert messages. Each is created once per event; its id is the same for all observers and destinations. */
import { createHash } from 'node:crypto'
import type { AlertCrossing } from '../../core/domain/alert.ts'
import { stripHostile } from '../../core/domain/safe-text.ts'
import { alertText, figureText } from '../../core/account/alerts/alert-text.ts'
import { type End, endKindLabels } from '../../core/account/alerts/ends.ts'
import { plainText } from '../../core/account/alerts/figure-text.ts'
import type { Notice } from '../../core/account/alerts/notice.ts'

export const alertEvents = ['fill', 'rejected', 'ended', 'liquidation', 'cash', 'end_soon'] as const
export type AlertEvent = (typeof alertEvents)[number]

export interface AlertMessage {
  readonly id: string
  readonly kind: AlertEvent | 'alert' | 'summary' | 'test'
  /** True for liquidations and margin: quiet hours do not delay them. */
  readonly isUrgent: boolean
  /** Time of the event, ms since 1970 UTC. */
  readonly atMs: number
  readonly title: string
  readonly text: string
}

const idOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)

/** Id of a delivery, the same at every attempt, so that a receiver can drop duplicates. */
export const deliveryIdOf = (venueKey: string, account: string, message: string, destination: string): string =>
  idOf(venueKey, account, message, destination)

const longestTitle = 200
const longestText = 1_000

const message = (made: AlertMessage): AlertMessage => ({
  ...made,
  title: stripHostile(made.title, longestTitle),
  text: stripHostile(made.text, longestText),
})

export const messageOfNotice = ({ id, kind, title, body }: Notice, atMs: number): AlertMessage =>
  message({ id: idOf('notice', id), kind, isUrgent: kind === 'liquidation', atMs, title, text: body })

export const messageOfCrossing = ({ alert, value }: AlertCrossing, atMs: number): AlertMessage =>
  message({
    id: idOf('alert', alert.id, String(alert.reportedMs)),
    kind: 'alert',
    isUrgent: alert.kind === 'margin',
    atMs,
    title: alertText(alert, plainText),
    text: `It is ${figureText(alert, value, plainText)} now.`,
  })

export function messageOfEnd(key: string, { kind, name, atMs, latestMs }: End, nowMs: number): AlertMessage {
  const by =
    latestMs === undefined ? `at ${plainText.at(atMs)}` : `between ${plainText.at(atMs)} and ${plainText.at(latestMs)}`
  return message({
    id: idOf('end', key),
    kind: 'end_soon',
    isUrgent: false,
    atMs: nowMs,
    title: `${endKindLabels[kind]} soon: ${name}`,
    text: `${kind === 'expiry' ? 'They settle' : 'It ends'} ${by}.`,
  })
}

const mostInSummary = 50

export function summaryOf(destination: string, retained: readonly AlertMessage[], nowMs: number): AlertMessage {
  const lines = retained.slice(-mostInSummary).map(each => `${plainText.at(each.atMs)}  ${each.title}: ${each.text}`)
  const more = retained.length - lines.length
  return {
    id: idOf('summary', destination, ...retained.map(each => each.id)),
    kind: 'summary',
    isUrgent: false,
    atMs: nowMs,
    title: `${retained.length} ${retained.length === 1 ? 'alert' : 'alerts'} during quiet hours`,
    text: [...(more > 0 ? [`and ${more} earlier`] : []), ...lines].join('\n'),
  }
}

export const testMessage = (by: string, nowMs: number): AlertMessage =>
  message({
    id: idOf('test', by, String(nowMs)),
    kind: 'test',
    isUrgent: true,
    atMs: nowMs,
    title: 'Test alert',
    text: `Asked for by ${by}. Alerts of this account arrive here.`,
  })
