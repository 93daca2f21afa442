/**
 * Checks the day's equity change against the daily loss limit, in every signed-in tab. Mounted only if there is a
 * limit.
 */
import { type ReactNode, useEffect } from 'react'
import { dayChange } from '../../../core/account/day-change.ts'
import type { FigureInputs, UnknownFigure } from '../../../core/account/alerts/figures.ts'
import { gapText } from '../../../core/account/gap.ts'
import type { AccountChoices } from '../../../core/account/parse-account-choices.ts'
import { noteDayLoss, noteDayUnknown } from '../../api/order-desk/day-loss.ts'
import { useOwnLimits } from '../../api/order-desk/own-limits.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { type Decimal, gte, lt, max, neg, sub, zero } from '../../../core/domain/decimal.ts'
import { equityOf } from '../../../core/domain/equity.ts'
import type { DayLossKnown } from '../../../core/domain/own-limits.ts'
import type { OwnerKey } from '../../../core/domain/owner.ts'
import { dayMs } from '../../../core/domain/time.ts'
import { useAccountChoices } from '../../model/account/account-choices.ts'
import { showToast } from '../../ui/controls/toasts.ts'
import { useAccountFigures } from './use-figures.ts'

export function lossOf(
  { totals, samples }: FigureInputs,
  { equity, dayStart }: AccountChoices,
  nowMs: number,
): DayLossKnown | UnknownFigure {
  const now = totals?.equity[equity]
  if (now?.value === undefined) return { why: now?.gap === undefined ? 'balances were not read yet' : gapText(now.gap) }
  if (now.leftOut.length > 0) return { why: `without ${now.leftOut.join(', ')}` }
  if (samples === undefined) return { why: 'history was not read yet' }
  const change = dayChange(samples, now.value, equity, dayStart, nowMs)
  const untilMs = change.startMs + dayMs
  if (change.kind === 'known') return { most: max(zero, neg(change.change)), sinceMs: change.baseMs, untilMs }
  const first = samples.find(each => each.atMs === change.firstMs)
  const base: Decimal | undefined = first === undefined ? undefined : equityOf(first.equity, equity)
  if (first === undefined || base === undefined) return { why: 'no snapshot of this day yet' }
  return { most: max(zero, sub(base, now.value)), sinceMs: first.atMs, untilMs }
}

export function LossWatch({ owner }: { readonly owner: OwnerKey }): ReactNode {
  const { dailyLoss: limit } = useOwnLimits()
  return limit === undefined ? null : <Watch owner={owner} limit={limit} />
}

function Watch({ owner, limit }: { readonly owner: OwnerKey; readonly limit: Decimal }): null {
  const inputs = useAccountFigures()
  const choices = useAccountChoices()
  useEffect(() => {
    const nowMs = serverNowMs()
    const loss = lossOf(inputs, choices, nowMs)
    if ('why' in loss) return noteDayUnknown(owner, loss.why)
    const noted = noteDayLoss(owner, loss, nowMs)
    if (noted === undefined) return
    const { most, before } = noted
    if (!gte(most, limit) || (before !== undefined && !lt(before, limit))) return
    showToast({
      tone: 'danger',
      title: 'Daily loss limit reached',
      body: 'No position can be opened until the next day, or until you raise it in Settings. Closing positions stays possible.',
      testId: 'notice',
      sticky: true,
    })
  }, [owner, inputs, choices, limit])
  return null
}
