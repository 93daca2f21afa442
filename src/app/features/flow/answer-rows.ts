/**
 * Rows of own answers: each with the life of its RFQ and its distance from fair value and from the best other price.
 */
import { useMemo } from 'react'
import { useFlow } from '../../api/feed/flow.ts'
import { useTradingLock } from '../../api/order-desk/trading-lock.ts'
import { useInstruments } from '../../api/market/instruments.ts'
import {
  canonical,
  type Decimal,
  dec,
  decimalFromNumber,
  div,
  isZero,
  neg,
  roundTo,
  sign,
  sub,
} from '../../../core/domain/decimal.ts'
import type { OrderBook } from '../../../core/domain/market-data.ts'
import { opposite } from '../../../core/domain/order.ts'
import { betterBy, levelsAgainst, withoutOwn } from '../../../core/domain/own-quotes.ts'
import { priceStepOf } from '../../../core/domain/package/package-leg.ts'
import { tradePhrase } from '../../../core/domain/trade-story/trade-phrase.ts'
import { phrasedIntent } from '../../../core/domain/trade-story/trade-words.ts'
import { packageWorth } from '../../../core/pricing/portfolio/package-guard.ts'
import { isThroughFair, type OwnAnswer, type RfqLife, rfqLife } from '../../model/answers/own-answers.ts'
import { useLiveAnswers } from '../../model/answers/use-live-answers.ts'
import { useMarket } from '../../model/market/use-market.ts'
import { cancelOwn } from '../../model/orders/order-commands.ts'
import { shownPhrase } from '../../ui/order/order-phrase.tsx'
import { sayOutcome } from '../../ui/order/say-outcome.ts'
import { usePreferences } from '../../ui/theme/preferences.ts'
import { baseOf } from './flow-rows.ts'

export interface AnswerRow {
  readonly answer: OwnAnswer
  readonly id: string
  readonly rfqLife: RfqLife
  /** Price less fair value in our favour, per structure as named; undefined without a fair value. */
  readonly edge: Decimal | undefined
  readonly isThroughFair: boolean
  readonly step: Decimal | undefined
  /** "live", "over: being withdrawn"; "over: still works" if nothing withdraws it, as with trading locked. */
  readonly rfqText: string
  readonly times: number
}

const rfqTexts = {
  live: () => 'live',
  unknown: () => 'not known',
  over: (isWithdrawn: boolean) => (isWithdrawn ? 'over: being withdrawn' : 'over: still works'),
} as const

export function useAnswerRows(): readonly AnswerRow[] {
  const answers = useLiveAnswers()
  const { flow, state } = useFlow()
  const { surfaces } = useMarket()
  const { index } = useInstruments()
  const { answers: ends } = usePreferences()
  const { locked } = useTradingLock()
  const isWithdrawn = ends === 'with_rfq' && !locked
  return useMemo(
    () =>
      answers.map((answer): AnswerRow => {
        const { legs, side, price } = answer
        const base = baseOf(legs)
        const surface = base === undefined ? undefined : surfaces.of(base)
        const worth = surface === undefined ? undefined : packageWorth(legs, surface, surfaces.atMs)
        const fair = worth === undefined ? undefined : decimalFromNumber(worth)
        const { times } = tradePhrase(legs, side)
        const life = rfqLife(answer, flow, state)
        return {
          answer,
          id: answer.id,
          rfqLife: life,
          edge: fair === undefined ? undefined : perStructure(betterBy(side, price, fair), times),
          isThroughFair: fair !== undefined && isThroughFair(answer, fair),
          step: priceStepOf(legs.map(leg => index?.bySymbol(leg.symbol))),
          rfqText: rfqTexts[life](isWithdrawn),
          times,
        }
      }),
    [answers, flow, state, surfaces, index, isWithdrawn],
  )
}

const perStructure = (amount: Decimal, times: number): Decimal => canonical(roundTo(div(amount, dec(times)), 2))

export interface AgainstBest {
  readonly text: string
  readonly isBest: boolean
}

export function againstBest({ answer, times }: AnswerRow, book: Pick<OrderBook, 'buy' | 'sell'>): AgainstBest {
  const { side, price, quantity, filled } = answer
  const own = { side, price, quantity: filled === undefined ? quantity : sub(quantity, filled) }
  const best = levelsAgainst(withoutOwn(book, [own]), opposite(side))[0]?.price
  if (best === undefined) return { text: 'no other', isBest: true }
  const behind = perStructure(betterBy(side, price, best), times)
  if (isZero(behind)) return { text: 'joins the best', isBest: true }
  return sign(behind) < 0
    ? { text: `best by ${neg(behind)}`, isBest: true }
    : { text: `${behind} behind`, isBest: false }
}

export function withdraw({ id, orderId, intent }: OwnAnswer): void {
  void cancelOwn({ clientOrderId: id, orderId }).then(result =>
    sayOutcome('Withdraw', result, 'Withdrawn', shownPhrase(phrasedIntent(intent))),
  )
}
