/** The ticket of a draft: what to send and how. It shows what the summary finds and edits the draft; review and sending are others' affair. */
import { type Ref, useState } from 'react'
import { type Decimal, canonical, max, parseDecimal } from '../../../domain/decimal.ts'
import { DecimalInput } from '../../../ui/controls/decimal-input.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { EffectText } from '../../../ui/order/effect-text.tsx'
import { exactText } from '../../../ui/order/effect-words.ts'
import { lifeRange, lifeWords } from '../../../ui/order/life-words.ts'
import { effectOf } from '../../../domain/normalise.ts'
import { type Direction, readEntry, turnedPrice, typedPrice } from './price-entry.ts'
import { type DraftSummary, sendsPrice } from '../draft/draft-summary.ts'
import type { Draft, DraftField, Edit } from '../draft/draft.ts'
import styles from './ticket.module.css'

export interface TicketProps {
  readonly draft: Draft
  readonly summary: DraftSummary
  readonly nowMs: number
  readonly edit: (edit: Edit) => void
  readonly quantityRef: Ref<HTMLInputElement>
  readonly priceRef: Ref<HTMLInputElement>
}

const sides = [
  { value: 'buy', label: 'Buy' },
  { value: 'sell', label: 'Sell' },
] as const
const modes = [
  { value: 'rfq', label: 'RFQ', hint: 'Ask market makers for a price; never executes by itself' },
  { value: 'firm', label: 'Firm order', hint: 'May execute at once' },
] as const
const directions = [
  { value: 'debit', label: 'Pay' },
  { value: 'credit', label: 'Receive' },
] as const
const types = [
  { value: 'LIMIT', label: 'LIMIT' },
  { value: 'MARKET', label: 'MARKET' },
] as const

export function Ticket(props: TicketProps) {
  const { draft, summary, edit, quantityRef } = props
  const { errors } = summary
  const field = (name: DraftField) => ({
    value: draft[name],
    onChange: (text: string) => edit({ kind: 'type', field: name, text }),
    error: errors[name],
  })
  const packageOf = summary.legs.length > 1
  const tifs = [
    { value: 'GTC', label: 'GTC', hint: 'Good for the given number of cycles', disabled: draft.type === 'MARKET' },
    { value: 'IOC', label: 'IOC', hint: 'Immediate or cancel' },
  ] as const
  return (
    <div className={styles.ticket}>
      <div className={styles.row}>
        <Segmented
          label="Side"
          hideLabel
          tone="side"
          value={draft.side}
          options={sides}
          onChange={side => edit({ kind: 'setSide', side })}
          wide
        />
        <Segmented
          label="Kind of order"
          hideLabel
          value={draft.mode}
          options={modes}
          onChange={mode => edit({ kind: 'setMode', mode })}
          wide
        />
      </div>
      <div className={styles.row}>
        <DecimalInput
          label="Quantity"
          {...field('quantity')}
          step={quantityStep(summary)}
          inputRef={quantityRef}
          suffix={packageOf ? 'packages' : undefined}
        />
        <DecimalInput
          label="Minimum quantity"
          {...field('minimumQuantity')}
          step={quantityStep(summary)}
          disabled={!packageOf}
          placeholder={packageOf ? 'any part' : 'packages only'}
        />
      </div>
      <div className={styles.row}>
        <Segmented label="Type" value={draft.type} options={types} onChange={type => edit({ kind: 'setType', type })} wide />
        <Segmented label="Time in force" value={draft.tif} options={tifs} onChange={tif => edit({ kind: 'setTif', tif })} wide />
      </div>
      <PriceRow {...props} />
      <div className={styles.row}>
        <LifeField {...props} />
        <TextInput label="Tag" {...field('userTag')} placeholder="optional" />
      </div>
    </div>
  )
}

const quantityStep = (summary: DraftSummary): Decimal | undefined => {
  const steps = summary.legs.flatMap(leg => (leg.instrument === undefined ? [] : [leg.instrument.quantity_step]))
  return steps.length === 0 ? undefined : canonical(steps.reduce(max))
}

function LifeField({ draft, summary, nowMs, edit }: TicketProps) {
  const lives = draft.type === 'LIMIT' && draft.tif === 'GTC'
  const cycles = Number.parseInt(parseDecimal(draft.cycles.trim()) ?? '0', 10)
  const known = lives && summary.errors.cycles === undefined && cycles >= 1
  return (
    <DecimalInput
      label="Life, ten-minute cycles"
      value={lives ? draft.cycles : ''}
      onChange={text => edit({ kind: 'type', field: 'cycles', text })}
      error={lives ? summary.errors.cycles : undefined}
      step={'1' as Decimal}
      disabled={!lives}
      placeholder={lives ? undefined : 'immediate'}
      hint={known ? <span title={lifeRange(cycles)}>{lifeWords(cycles, nowMs)}</span> : lives ? undefined : 'ends at once'}
    />
  )
}

function PriceRow({ draft, summary, edit, priceRef }: TicketProps) {
  // What was chosen before an amount was typed.
  const [chosen, choose] = useState<Direction>()
  const sends = sendsPrice(draft)
  if (!sends) return <PriceNote draft={draft} />
  const { net, price, errors } = summary
  const entry = readEntry(draft.price, draft.side)
  const mid = net.mid === undefined ? 'even' : effectOf(draft.side, net.mid.price)
  const toggle = entry.direction ?? chosen ?? (mid === 'even' ? (draft.side === 'buy' ? 'debit' : 'credit') : mid)
  const offers = [
    ['Bid', net.sellNatural?.price],
    ['Mid', net.mid?.price],
    ['Ask', net.buyNatural?.price],
  ] as const
  return (
    <div className={styles.priceRow}>
      <div className={styles.direction}>
        <Segmented
          label="Pay or receive"
          hideLabel
          size="sm"
          value={toggle}
          options={directions}
          onChange={to => {
            choose(to)
            edit({ kind: 'type', field: 'price', text: turnedPrice(draft.price, draft.side, to) })
          }}
        />
      </div>
      <TextInput
        label="Price per package"
        value={entry.amount}
        onChange={text => edit({ kind: 'type', field: 'price', text: typedPrice(text, draft.side, toggle) })}
        error={errors.price}
        inputRef={priceRef}
        align="right"
        placeholder="e.g. 3,200"
        hint={
          price === undefined ? undefined : (
            <EffectText side={draft.side} price={price} quantity={summary.quantity} legs={summary.meant?.legs} />
          )
        }
      />
      <fieldset className={styles.offers}>
        <legend className="visually-hidden">Prices at hand</legend>
        {offers.map(([name, offered]) => (
          <button
            key={name}
            type="button"
            className={styles.offer}
            disabled={offered === undefined}
            title={`Take the ${name.toLowerCase()} of the legs as the price`}
            onClick={() => offered !== undefined && edit({ kind: 'type', field: 'price', text: canonical(offered) })}
          >
            <span>{name}</span>
            <span className="tabular">{offered === undefined ? '–' : exactText(offered)}</span>
          </button>
        ))}
      </fieldset>
    </div>
  )
}

function PriceNote({ draft }: { readonly draft: Draft }) {
  const words =
    draft.mode === 'rfq'
      ? `Makers see legs, size and side: that you want to ${draft.side}. You decide on their quotes.`
      : 'Fills at the best available prices; no price limit.'
  return <p className={styles.note}>{words}</p>
}
