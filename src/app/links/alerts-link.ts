/** Alerts over any screen: `alert=price:BTC-USD-PERPETUAL` opens the form for a figure, `alert=all` the list. */
import { type Alert, alertKinds } from '../../core/domain/alert.ts'
import type { Search } from './screen-links.ts'

export type AlertSubject = Pick<Alert, 'kind' | 'subject'>

export function parseAlertSubject(text: string | undefined): AlertSubject | undefined {
  const [, word, subject] = /^(\w+):(.+)$/.exec(text ?? '') ?? []
  const kind = alertKinds.find(each => each === word)
  return kind === undefined || subject === undefined ? undefined : { kind, subject }
}

export const alertSearch = (asked: AlertSubject | 'all'): Search => ({
  alert: asked === 'all' ? 'all' : `${asked.kind}:${asked.subject}`,
})
