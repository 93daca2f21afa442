/** Answers another trader's RFQ: a firm order on the opposite side, with the usual entry, checks and review. */
import { useCallback, useMemo, useReducer, useState } from 'react'
import { useInstruments } from '../../api/market/instruments.ts'
import { desk } from '../../api/order-desk/desk.ts'
import { serverNowMs, useServerClock } from '../../api/venue/clock.ts'
import { canonical, dec, type Decimal, gt, sub, sum, zero } from '../../../core/domain/decimal.ts'
import { parseTypedNumber } from '../../../core/domain/typed-number.ts'
import { exactText } from '../../../core/domain/effect-label.ts'
import type { InstrumentIndex } from '../../../core/domain/instrument-index.ts'
import { opposite } from '../../../core/domain/order.ts'
import {
  editEntry,
  emptyEntry,
  type EntryField,
  type OrderEntry,
  summariseEntry,
} from '../../../core/domain/package/order-entry.ts'
import { priceStepOf } from '../../../core/domain/package/package-leg.ts'
import { priceWords } from '../../../core/domain/trade-story/trade-words.ts'
import { useEntryMarket } from '../../model/account/use-entry-market.ts'
import type { RfqLife } from '../../model/answers/own-answers.ts'
import { useLiveAnswers } from '../../model/answers/use-live-answers.ts'
import { Banner } from '../../ui/controls/banner.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { DecimalInput } from '../../ui/controls/decimal-input.tsx'
import { Dialog } from '../../ui/controls/dialog.tsx'
import { formatNumber } from '../../ui/format/format-decimal.ts'
import { OrderForm } from '../../ui/order/entry/order-form.tsx'
import { shownPhrase } from '../../ui/order/order-phrase.tsx'
import { answerPrice, lastEdge, noAnswerText } from './answer-price.ts'
import { preferences } from '../../ui/theme/preferences.ts'
import type { FlowRow } from './flow-rows.ts'
import styles from './flow.module.css'

const settled: ReadonlySet<EntryField> = new Set(['side', 'mode', 'type', 'tif'])
/** Answers that end with their RFQ get a short life, in case no tab is open to withdraw them. */
const cycles = '2'

interface AnswerDialogProps {
  readonly row: FlowRow
  readonly live: FlowRow | undefined
  readonly life: RfqLife
  readonly onClose: () => void
}

export function AnswerDialog(props: AnswerDialogProps) {
  const { row, onClose } = props
  const { index } = useInstruments()
  const asked = shownPhrase({ legs: row.legs, side: row.rfq.side, quantity: row.rfq.quantity })
  return (
    <Dialog
      open
      onClose={onClose}
      size="sm"
      testId="answer-dialog"
      title="Answer with a firm order"
      description={`Another participant asks: ${asked}. The requester can take your price immediately.`}
    >
      {index === undefined ? null : <AnswerForm {...props} index={index} />}
    </Dialog>
  )
}

function AnswerForm({ row, live, life, onClose, index }: AnswerDialogProps & { readonly index: InstrumentIndex }) {
  const { rfq, legs } = row
  const side = opposite(rfq.side)
  const [edge, setEdge] = useState(lastEdge.get)
  const instruments = useMemo(() => legs.map(leg => index.bySymbol(leg.symbol)), [legs, index])
  const priceAt = (typed: string, worth: number | undefined): Decimal | undefined =>
    answerPrice(worth, parseTypedNumber(typed) ?? dec('-1'), side, priceStepOf(instruments))
  const [entry, dispatch] = useReducer(editEntry<OrderEntry>, undefined, (): OrderEntry => {
    const quantity = canonical(rfq.quantity)
    const life = preferences().answers === 'with_rfq' ? { cycles } : {}
    return { ...emptyEntry, ...life, legs, side, mode: 'firm', quantity }
  })
  const { nowMs } = useServerClock()
  const inputs = useCallback(() => ({ lookup: index, nowMs: serverNowMs() }), [index])
  const summary = summariseEntry(entry, { lookup: index, nowMs: nowMs() })
  const market = useEntryMarket({ entry, summary, instruments, isReducing: false })
  const refusals = useMemo(
    () =>
      summary.quantity !== undefined && gt(summary.quantity, rfq.quantity)
        ? { quantity: `The RFQ is for ${exactText(canonical(rfq.quantity))}.` }
        : undefined,
    [summary.quantity, rfq.quantity],
  )
  // A venue may reuse the id of an ended RFQ for another.
  const asked = life === 'live' ? live : undefined
  const reprice = (typed: string): void => {
    const price = priceAt(typed, asked?.fairPerPackage)
    if (price !== undefined) dispatch({ kind: 'setPrice', price })
  }
  const price = priceAt(edge, asked?.fairPerPackage)
  const [isPriced, setPriced] = useState(false)
  // Priced once, as soon as fair value is known, unless a price was typed before.
  if (!isPriced && (price !== undefined || entry.price !== '')) {
    setPriced(true)
    if (price !== undefined && entry.price === '') dispatch({ kind: 'setPrice', price })
  }
  const review = (isOverridden: boolean): void => {
    const { order, wire } = summary
    if (order === undefined || wire === undefined) return
    lastEdge.set(edge)
    desk.draft(order, {
      title: `Answer to RFQ ${rfq.id}`,
      legs: wire.legs,
      answers: rfq.id,
      overridden: isOverridden ? order.price : undefined,
    })
    onClose()
  }
  return (
    <OrderForm
      {...{ entry, edit: dispatch, inputs, summary, market, instruments, review, settled, refusals }}
      only={instruments.length === 1 ? instruments[0] : undefined}
      nowMs={nowMs()}
      tone={side}
      disabled={asked === undefined || asked.isOwn}
      label="Answer"
      submitText="Review the answer"
    >
      {life !== 'live' && <Banner tone="warning" title={noAnswerText[life]} />}
      {asked?.isOwn === true && <Banner tone="danger" title={noAnswerText.own} />}
      <EarlierAnswers rfq={rfq} quantity={summary.quantity} />
      <EdgeFields fair={asked?.fair} edge={edge} onEdge={setEdge} reprice={reprice} />
    </OrderForm>
  )
}

function EarlierAnswers({ rfq, quantity }: { readonly rfq: FlowRow['rfq']; readonly quantity: Decimal | undefined }) {
  const earlier = useLiveAnswers().filter(answer => answer.rfq === rfq.id)
  if (earlier.length === 0) return null
  const texts = earlier.map(answer => `${exactText(canonical(answer.quantity))}, ${priceWords(answer)}`)
  const all = canonical(sum([...earlier.map(answer => sub(answer.quantity, answer.filled ?? zero)), quantity ?? zero]))
  return (
    <Banner tone="warning" title={`You already answer this RFQ: ${texts.join('; ')}.`}>
      All may fill: {exactText(all)} together, and the RFQ is for {exactText(canonical(rfq.quantity))}.
    </Banner>
  )
}

interface EdgeFieldsProps {
  readonly fair: number | undefined
  readonly edge: string
  readonly onEdge: (edge: string) => void
  readonly reprice: (edge: string) => void
}

function EdgeFields({ fair, edge, onEdge, reprice }: EdgeFieldsProps) {
  const typed = parseTypedNumber(edge)
  const isEdge = typed !== undefined && !gt(zero, typed)
  return (
    <div className={styles.edge}>
      <DecimalInput
        label="Edge a package"
        hint={fair === undefined ? 'No fair value: type the price' : `Fair now ${formatNumber(fair, { places: 2 })}`}
        value={edge}
        error={isEdge ? undefined : 'An amount of zero or more'}
        onChange={text => {
          onEdge(text)
          reprice(text)
        }}
      />
      <Button size="sm" disabled={fair === undefined || !isEdge} onClick={() => reprice(edge)}>
        Price at fair of now
      </Button>
    </div>
  )
}
