import { Minus, Plus } from 'lucide-react'
import { useOrderBook } from '../../api/market/market-hooks.ts'
import { canonical, isZero, zero } from '../../../core/domain/decimal.ts'
import { exactText } from '../../../core/domain/effect-label.ts'
import { phrasedIntent, priceWords } from '../../../core/domain/trade-story/trade-words.ts'
import { type Move, movedPrice, remainingOf, reviewRepriced } from '../../model/answers/reprice.ts'
import { FireButton } from '../../ui/arming/fire-button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import type { Column } from '../../ui/grid/column.ts'
import { decimalColumn, textColumn } from '../../ui/grid/columns.ts'
import { componentColumn, sayIgnored } from '../../ui/grid/component-columns.tsx'
import { OrderPhrase, shownPhrase } from '../../ui/order/order-phrase.tsx'
import { againstBest, type AnswerRow, withdraw } from './answer-rows.ts'
import styles from './flow.module.css'

const bookDepth = 5
const nameOf = ({ answer }: AnswerRow): string => shownPhrase(phrasedIntent(answer.intent))

function AgainstBestCell({ row }: { readonly row: AnswerRow }) {
  const { data, status, fault } = useOrderBook(row.answer.symbol, bookDepth)
  if (data === undefined)
    return (
      <span className="muted" title={fault?.message}>
        {status === 'waiting' ? '…' : '–'}
      </span>
    )
  const { text, isBest } = againstBest(row, data)
  return <span className={isBest ? undefined : 'muted'}>{text}</span>
}

interface StepProps {
  readonly row: AnswerRow
  readonly move: Move
  readonly current: () => AnswerRow
}

function StepButton({ row, move, current }: StepProps) {
  const { answer, step } = row
  const price = step === undefined || remainingOf(answer) === undefined ? undefined : movedPrice(answer, move, step)
  const to = price === undefined ? '' : `, ${priceWords({ ...answer, price })}`
  return (
    <IconButton
      size="sm"
      icon={move === 'better' ? <Plus size={12} /> : <Minus size={12} />}
      label={`One step ${move} for who asks: ${nameOf(row)}${to}`}
      disabled={price === undefined || row.rfqLife === 'over'}
      onClick={() => price !== undefined && reviewRepriced(current().answer, price)}
    />
  )
}

const actions = (isNarrow: boolean): Column<AnswerRow> => ({
  ...componentColumn<AnswerRow>({
    id: 'actions',
    header: 'Actions',
    width: isNarrow ? 92 : 148,
    pinned: 'right',
    align: 'right',
    value: row => `${row.id} ${row.answer.state} ${row.answer.filled} ${row.rfqLife} ${row.step}`,
    render: (row, current) => (
      <span className={styles.actions}>
        {!isNarrow && <StepButton row={row} move="worse" current={current} />}
        {!isNarrow && <StepButton row={row} move="better" current={current} />}
        <FireButton
          size="sm"
          variant="quiet"
          question={row.id}
          gesture="hold"
          onFire={() => withdraw(current().answer)}
          onIgnored={sayIgnored}
        >
          Withdraw<span className="visually-hidden"> {nameOf(row)}</span>
        </FireButton>
      </span>
    ),
  }),
  quietHeader: true,
})

const states = { on_its_way: 'on its way', unknown: 'outcome unknown: counts as working' } as const

const filledOf = ({ answer: { filled, quantity, state } }: AnswerRow): string => {
  if (state !== 'works') return states[state]
  if (filled === undefined) return 'part, size not reported'
  return isZero(filled)
    ? `0 of ${exactText(canonical(quantity))}`
    : `${exactText(canonical(filled))} of ${exactText(canonical(quantity))}`
}

export const answerColumns = (isNarrow: boolean): readonly Column<AnswerRow>[] => [
  componentColumn<AnswerRow>({
    id: 'order',
    header: 'Answer',
    title: 'What you do if it is taken',
    width: 300,
    minWidth: isNarrow ? 184 : 216,
    flex: 5,
    text: nameOf,
    value: row => row.id,
    render: row => <OrderPhrase {...phrasedIntent(row.answer.intent)} isTwoLines />,
  }),
  textColumn({
    id: 'price',
    header: 'Price',
    value: row => priceWords(row.answer),
    width: 110,
    minWidth: 96,
    align: 'right',
  }),
  decimalColumn({
    id: 'edge',
    header: 'Edge',
    title: 'Price against fair value, in your favour; below zero the price has moved through fair',
    value: row => row.edge,
    sign: 'always',
    tone: row => (row.isThroughFair ? 'danger' : undefined),
    width: 84,
    minWidth: 76,
  }),
  componentColumn<AnswerRow>({
    id: 'best',
    header: 'Against the best',
    title: 'Your price against the best other price on your side of the book',
    width: 120,
    minWidth: 104,
    value: row => `${row.id} ${row.answer.filled ?? zero}`,
    render: row => <AgainstBestCell row={row} />,
  }),
  textColumn({ id: 'filled', header: 'Filled', value: filledOf, width: 100, minWidth: 76 }),
  textColumn({
    id: 'rfq',
    header: 'RFQ',
    value: row => row.rfqText,
    tone: row => (row.rfqLife === 'over' ? 'warning' : 'muted'),
    width: 120,
    minWidth: 72,
  }),
  actions(isNarrow),
]

export const answerSet = { ids: ['order', 'price', 'edge', 'best', 'filled', 'rfq'], isFitted: true } as const
