/**
 * The draft's legs as the package's side executes them: side, ratio, total size, instrument and price; editable here.
 * Pressing or focusing a leg makes it current; keys act on it while it has the focus ring. The footer is the net.
 */
import { ChevronDown, ChevronsLeft, ChevronsRight, ChevronUp, X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { dec, type Decimal, formatDecimal, mul } from '../../../../core/domain/decimal.ts'
import { effectLabel } from '../../../../core/domain/effect-label.ts'
import type { ListedChains } from '../../../../core/domain/instrument-index.ts'
import { optionText, parseInstrumentName, shortExpiry, shortName } from '../../../../core/domain/instrument.ts'
import { type Side, sideSign } from '../../../../core/domain/order.ts'
import { type Move, movedSymbol } from '../../../../core/domain/package/move-legs.ts'
import { packagePremium } from '../../../../core/pricing/hedge/hedge-ratio.ts'
import type { NetPrices } from '../../../../core/pricing/market/leg-quotes.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { LiveRegion } from '../../../ui/controls/live-region.tsx'
import { cx } from '../../../ui/cx.ts'
import { dash, formatQuantity } from '../../../ui/format/format-decimal.ts'
import { mask, useAmountsHidden } from '../../../ui/format/privacy.ts'
import { EffectText } from '../../../ui/order/effect-text.tsx'
import { isFocusNowhere } from '../../../ui/panel/panel-focus.ts'
import type { LegView } from '../draft/draft-summary.ts'
import type { Edit } from '../draft/draft.ts'
import styles from './legs-table.module.css'
import type { KeyFlash } from './use-key-flash.ts'
import { focusLeg, legHasFocus } from '../draft/leg-focus.ts'

function useLegRing(current: string | undefined): void {
  const wasOnLeg = useRef(false)
  useEffect(() => {
    const note = (): void => {
      wasOnLeg.current = legHasFocus()
    }
    document.addEventListener('focusin', note)
    return () => document.removeEventListener('focusin', note)
  }, [])
  useEffect(() => {
    // Nothing else took the focus, so it was on the removed row.
    if (current !== undefined && wasOnLeg.current && isFocusNowhere()) focusLeg(current)
  }, [current])
}

interface LegsTableProps {
  readonly legs: readonly LegView[]
  readonly side: Side
  readonly net: NetPrices
  readonly quantity: Decimal | undefined
  readonly listed: ListedChains
  readonly edit: (edit: Edit) => void
  readonly current: string | undefined
  readonly choose: (symbol: string) => void
  readonly flash?: KeyFlash | undefined
}

export function LegsTable({ legs, side, net: whole, quantity, listed, edit, current, choose, flash }: LegsTableProps) {
  useLegRing(current)
  // A hedge has no premium, so it is not added to the options'.
  const premium = packagePremium(legs)
  const net = premium?.net ?? whole
  const taken = new Set(legs.map(leg => leg.symbol))
  const undo = () => edit({ kind: 'undo' })
  const flashOf = (symbol: string | undefined) =>
    flash?.symbol === symbol && flash !== undefined ? <Flash text={flash.text} undo={undo} /> : null
  return (
    <table
      className={styles.table}
      data-testid="legs-table"
      aria-label={`Legs of the package, ${side === 'buy' ? 'bought' : 'sold'}`}
    >
      <thead>
        <tr>
          <th scope="col" className={styles.side}>
            B/S
          </th>
          <th scope="col" className={styles.ratio}>
            Ratio
          </th>
          <th scope="col" className={styles.quote} title="Of the whole order">
            Size
          </th>
          <th scope="col" className={styles.name}>
            Leg
          </th>
          <th scope="col" className={cx(styles.quote, styles.beside)}>
            Bid
          </th>
          <th scope="col" className={cx(styles.quote, styles.beside)}>
            Ask
          </th>
          <th scope="col" className={styles.quote} title="The mid of the quotes">
            Price
          </th>
          <th scope="col" className={styles.end}>
            <span className="visually-hidden">Remove</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {legs.map(leg => (
          <LegRow
            key={leg.symbol}
            leg={leg}
            taken={taken}
            isBought={leg.ratio * sideSign(side) > 0}
            quantity={quantity}
            listed={listed}
            edit={edit}
            isCurrent={leg.symbol === current}
            choose={choose}
            flash={flashOf(leg.symbol)}
          />
        ))}
      </tbody>
      <NetRow
        name={premium === undefined ? undefined : 'Option premium'}
        net={net}
        side={side}
        quantity={quantity}
        legs={legs}
      >
        {flashOf(undefined)}
        <LiveRegion className="visually-hidden">{flash?.text}</LiveRegion>
      </NetRow>
    </table>
  )
}

interface NetRowProps {
  readonly name: string | undefined
  readonly net: NetPrices
  readonly side: Side
  readonly quantity: Decimal | undefined
  readonly legs: readonly LegView[]
  readonly children: ReactNode
}

function NetRow({ name, net, side, quantity, legs, children }: NetRowProps) {
  const { mid, sellNatural, buyNatural } = net
  const ends = [sellNatural, buyNatural].map(end => (end === undefined ? dash : effectLabel(side, end.price).text))
  return (
    <tfoot>
      <tr title={`Net per package. Bid: ${ends[0]}. Ask: ${ends[1]}.`}>
        <th scope="row" colSpan={8} className={styles.net}>
          {name === undefined ? null : <span className="muted">{name} </span>}
          {mid === undefined ? (
            <span className="muted">No net price: a leg has no quote</span>
          ) : (
            <EffectText
              side={side}
              price={mid.price}
              quantity={quantity}
              source={mid.source}
              legs={name === undefined ? legs : []}
              isMid
            />
          )}
          {children}
        </th>
      </tr>
    </tfoot>
  )
}

interface LegEditProps {
  readonly leg: LegView
  readonly taken: ReadonlySet<string>
  readonly listed: ListedChains
  readonly edit: (edit: Edit) => void
}

interface LegRowProps extends LegEditProps {
  readonly isBought: boolean
  readonly quantity: Decimal | undefined
  readonly isCurrent: boolean
  readonly choose: (symbol: string) => void
  readonly flash: ReactNode
}

function LegRow({ leg, taken, isBought, quantity, listed, edit, isCurrent, choose, flash }: LegRowProps) {
  const name = shortName(leg.symbol)
  const take = () => choose(leg.symbol)
  const step = leg.instrument?.price_step
  const quoted = (price: Decimal | undefined) => (price === undefined ? dash : formatDecimal(price, { step }))
  const { bid, ask, mid, reference } = leg.quote
  const isHidden = useAmountsHidden()
  const size = quantity === undefined ? dash : formatQuantity(mul(quantity, dec(Math.abs(leg.ratio))))
  return (
    <tr
      tabIndex={-1}
      data-leg={leg.symbol}
      data-linear={parseInstrumentName(leg.symbol)?.product === 'option' ? undefined : true}
      onFocus={take}
      onPointerDown={take}
      aria-current={isCurrent ? 'true' : undefined}
      data-unlisted={leg.instrument === undefined}
    >
      <td className={styles.side}>
        <button
          type="button"
          className={styles.flip}
          data-side={isBought ? 'buy' : 'sell'}
          aria-label={`${isBought ? 'Bought' : 'Sold'} ${name}, flip`}
          title="Flip (f)"
          onClick={() => edit({ kind: 'flipLeg', symbol: leg.symbol })}
        >
          {isBought ? 'B' : 'S'}
        </button>
      </td>
      <td className={styles.ratio}>
        <RatioInput leg={leg} name={name} edit={edit} />
      </td>
      <td className={styles.quote}>{isHidden ? mask : size}</td>
      <td className={styles.name} title={leg.instrument === undefined ? `${leg.symbol} is not listed` : leg.symbol}>
        <LegName leg={leg} taken={taken} listed={listed} edit={edit} />
      </td>
      <td className={cx(styles.quote, styles.beside)}>{quoted(bid)}</td>
      <td className={cx(styles.quote, styles.beside)}>{quoted(ask)}</td>
      <td
        className={styles.quote}
        title={
          mid === undefined && reference !== undefined
            ? 'Last trade: there is no two-sided quote'
            : `Mid of bid ${quoted(bid)} and ask ${quoted(ask)}`
        }
      >
        {mid === undefined && reference !== undefined ? <em>{quoted(reference.price)}</em> : midText(mid)}
      </td>
      <td className={styles.end}>
        <IconButton
          size="sm"
          label={`Remove ${name}`}
          title="Remove (x)"
          icon={<X size={12} />}
          onClick={() => edit({ kind: 'removeLeg', symbol: leg.symbol })}
        />
        {flash}
      </td>
    </tr>
  )
}

function Flash({ text, undo }: { readonly text: string; readonly undo: () => void }) {
  return (
    <span className={styles.flash} data-testid="key-flash">
      {text}{' '}
      <button type="button" tabIndex={-1} onClick={undo}>
        undo
      </button>
    </span>
  )
}

/** A mid may be between two steps and is shown exactly. */
const midText = (mid: Decimal | undefined): string => (mid === undefined ? dash : formatDecimal(mid))

function RatioInput({
  leg,
  name,
  edit,
}: {
  readonly leg: LegView
  readonly name: string
  readonly edit: (edit: Edit) => void
}) {
  const set = (size: number) => {
    if (Number.isInteger(size) && size >= 1 && size <= 999)
      edit({ kind: 'setRatio', symbol: leg.symbol, ratio: leg.ratio > 0 ? size : -size })
  }
  const size = Math.abs(leg.ratio)
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = event.key === 'ArrowUp' ? 1 : event.key === 'ArrowDown' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    set(size + step)
  }
  return (
    <input
      className={styles.ratioInput}
      aria-label={`Ratio of ${name}`}
      inputMode="numeric"
      value={String(size)}
      onKeyDown={press}
      onFocus={event => event.currentTarget.select()}
      // Ignores pasted text that is not a whole number of up to three digits.
      onChange={event => {
        const typed = event.currentTarget.value.trim()
        if (/^\d{1,3}$/.test(typed)) set(Number.parseInt(typed, 10))
      }}
    />
  )
}

function LegName({ leg, taken, listed, edit }: LegEditProps) {
  const parsed = parseInstrumentName(leg.symbol)
  const nudge = (move: Move, label: string, icon: ReactNode) => {
    const to = movedSymbol(leg.symbol, move, listed, taken)
    return (
      <IconButton
        size="sm"
        className={styles.nudge ?? ''}
        label={`${label} for ${shortName(leg.symbol)}`}
        title={to === undefined ? `${label}: none listed` : `${label}: ${shortName(to)}`}
        icon={icon}
        disabled={to === undefined}
        onClick={() => to !== undefined && edit({ kind: 'moveLegs', to: new Map([[leg.symbol, to]]) })}
      />
    )
  }
  if (leg.instrument === undefined)
    return (
      <span className={styles.unlisted}>
        {leg.symbol} ({leg.expired ? 'expired' : 'not listed'})
      </span>
    )
  if (parsed?.product !== 'option') return <span>{shortName(leg.symbol)}</span>
  return (
    <span className={styles.parts}>
      {nudge({ along: 'expiry', steps: -1 }, 'Earlier expiry', <ChevronsLeft size={12} />)}
      <span>{shortExpiry(parsed.expiryMs)}</span>
      {nudge({ along: 'expiry', steps: 1 }, 'Later expiry', <ChevronsRight size={12} />)}
      <strong>{optionText(parsed)}</strong>
      {nudge({ along: 'strike', steps: -1 }, 'Strike down', <ChevronDown size={12} />)}
      {nudge({ along: 'strike', steps: 1 }, 'Strike up', <ChevronUp size={12} />)}
    </span>
  )
}
