/** The chosen RFQ: legs, order book, and what an answer to its whole size does. */
import type { ReactNode } from 'react'
import { useInstruments } from '../../api/market/instruments.ts'
import { useOrderBook } from '../../api/market/market-hooks.ts'
import { dec, toNumber } from '../../../core/domain/decimal.ts'
import { bookAsDrafted } from '../../../core/domain/own-quotes.ts'
import { priceStepOf } from '../../../core/domain/package/package-leg.ts'
import { Banner } from '../../ui/controls/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { DefinitionList } from '../../ui/controls/definition-list.tsx'
import { maskAmount } from '../../ui/format/privacy.ts'
import { formatCompact, formatNumber } from '../../ui/format/format-decimal.ts'
import { BookLevels } from '../../ui/order/book-levels.tsx'
import { EffectiveLegs } from '../../ui/order/effective-legs.tsx'
import { OrderPhrase, shownPhrase } from '../../ui/order/order-phrase.tsx'
import { noAnswerText } from './answer-price.ts'
import { orderOf } from './flow-columns.tsx'
import type { RfqLife } from '../../model/answers/own-answers.ts'
import type { FlowRow } from './flow-rows.ts'
import styles from './flow.module.css'

const bookDepth = 5

interface RfqDetailProps {
  readonly row: FlowRow
  readonly life: RfqLife
  readonly onAnswer: () => void
  readonly onBuild: () => void
}

const figure = (value: number | undefined, places: number, isSigned = false): string =>
  value === undefined ? '–' : formatNumber(value, { places, ...(isSigned ? { sign: 'always' } : {}) })
const change = (value: number | undefined, places: number): string => maskAmount(figure(value, places, true))

export function RfqDetail({ row, life, onAnswer, onBuild }: RfqDetailProps): ReactNode {
  const { rfq, legs, greeks, underlying } = row
  const lack = life !== 'live' ? life : row.isOwn ? 'own' : undefined
  const { index } = useInstruments()
  const book = useOrderBook(rfq.symbol, bookDepth)
  const name = shownPhrase(orderOf(row))
  const { data } = book
  // In the terms of the name, as fair value is.
  const named =
    data === undefined ? undefined : { ...data, ...bookAsDrafted(data, { mirrored: row.isTurned, divisor: 1 }) }
  return (
    <div className={styles.detail}>
      <h3 className={styles.name}>
        <OrderPhrase {...orderOf(row)} isTwoLines />
      </h3>
      {lack !== undefined && <Banner tone="info" title={noAnswerText[lack]} />}
      <div className={styles.buttons}>
        <Button variant="primary" disabled={lack !== undefined} aria-label={`Answer ${name}`} onClick={onAnswer}>
          Answer
        </Button>
        <Button disabled={row.isOwn} aria-label={`Open the answer to ${name} in Build`} onClick={onBuild}>
          Build
        </Button>
      </div>
      <section aria-label="Legs as the requester trades them">
        <EffectiveLegs legs={legs} side={rfq.side} quantity={rfq.quantity} />
      </section>
      <DefinitionList
        columns={2}
        items={[
          {
            term: 'Fair',
            value: figure(row.fair, 2),
            title: 'One of the structure as it is named, on the surface of this page',
          },
          {
            term: 'Notional',
            value: row.notional === undefined ? '–' : `${formatCompact(row.notional)} USD`,
          },
          { term: 'Δ', value: change(greeks?.delta, 2) },
          { term: 'Γ 1 %', value: change(row.gamma, 4) },
          { term: 'Vega', value: change(greeks?.vegaPerVolPoint, 0) },
          { term: 'Theta', value: change(greeks?.thetaPerDay, 0) },
          {
            term: 'Margin',
            value: change(row.margin, 0),
            title: 'An answer to the whole size at fair binds so much more margin, USD',
          },
          {
            term: `${row.base ?? 'Underlying'} ${underlying?.source === 'index' ? 'index' : 'price'}`,
            value: underlying === undefined ? '–' : `${formatNumber(toNumber(underlying.price), { places: 2 })} USD`,
            title: underlying?.source,
          },
        ]}
      />
      <BookLevels
        book={{ ...book, data: named }}
        depth={bookDepth}
        step={priceStepOf(legs.map(leg => index?.bySymbol(leg.symbol))) ?? dec('0.01')}
        onPrice={undefined}
        pressTitle={() => ''}
      />
    </div>
  )
}
