/**
 * Closing in place: the order, its price between mid and natural, what it realises and leaves. Firm, never more than
 * the position; the review is the common one.
 */
import { X } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useInstruments } from '../../../api/market/instruments.ts'
import { desk } from '../../../api/order-desk/desk.ts'
import { canonical, max } from '../../../../core/domain/decimal.ts'
import { exactText } from '../../../../core/domain/effect-label.ts'
import type { InstrumentIndex } from '../../../../core/domain/instrument-index.ts'
import { shortExpiry } from '../../../../core/domain/instrument.ts'
import { closeSteps, type CloseTerms } from '../../../../core/domain/package/closing.ts'
import { priceText } from '../../../../core/domain/price-entry.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { DecimalInput } from '../../../ui/controls/decimal-input.tsx'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Segmented } from '../../../ui/controls/segmented.tsx'
import { Slider } from '../../../ui/controls/slider.tsx'
import { formatAmountNumber, formatSize } from '../../../ui/format/amounts.ts'
import { dash, formatPnl } from '../../../ui/format/format-decimal.ts'
import { maskAmount, useAmountsHidden } from '../../../ui/format/privacy.ts'
import { titleOf } from '../../../../core/domain/trade-story/trade-words.ts'
import { EffectText } from '../../../ui/order/effect-text.tsx'
import { DirectedPrice } from '../../../ui/order/entry/directed-price.tsx'
import { PriceGuardBlock } from '../../../ui/order/entry/price-guard-block.tsx'
import { isFocusNowhere } from '../../../ui/panel/panel-focus.ts'
import styles from './close-bar.module.css'
import { type CloseOrder, useCloseOrder } from './use-close-order.ts'

interface CloseBarProps {
  readonly initialTerms: CloseTerms
  readonly dismiss: () => void
  readonly openInBuilder: () => void
}

export function CloseBar(props: CloseBarProps): ReactNode {
  const { index } = useInstruments()
  return index === undefined ? null : <Bar {...props} index={index} />
}

const lives = [
  { value: 'IOC', label: 'IOC', hint: 'Takes the available size; the rest is cancelled' },
  { value: 'GTC', label: 'GTC', hint: 'Rests in the book for two cycles, 10 to 20 minutes' },
] as const

function whyNot({ arePositionsKnown, closing, isBeyond, errors, summary, entry }: CloseOrder): string | undefined {
  if (!arePositionsKnown) return 'Some positions are unknown, so this may not close one.'
  if (closing === undefined) return 'The position is already closed.'
  if (isBeyond) return `You hold ${exactText(closing.held)}: more would open the opposite.`
  if (entry.price === '') return 'No price: a leg has no quote. Type one.'
  return summary.sendable ? undefined : (Object.values(errors)[0] ?? 'It cannot be sent as it is.')
}

function Bar({ initialTerms, dismiss, openInBuilder, index }: CloseBarProps & { readonly index: InstrumentIndex }) {
  useAmountsHidden()
  const order = useCloseOrder(initialTerms, index)
  const { terms, summary, override, guarded, change } = order
  const title = titleOf({ ...terms, closes: true })
  const fault = whyNot(order)
  const isReady = fault === undefined && !override.isBlocked
  const frame = useRef<HTMLElement>(null)
  useEnd(frame, order.arePositionsKnown && order.closing === undefined, dismiss)
  const review = () => {
    const { order: body, wire } = summary
    if (!isReady || body === undefined || wire === undefined) return
    desk.draft(body, {
      title,
      legs: wire.legs,
      overridden: override.isOverridden ? body.price : undefined,
    })
  }
  return (
    <section ref={frame} className={styles.bar} aria-label={title} data-testid="close-bar">
      <header className={styles.head}>
        <strong className={styles.title} data-side={terms.side}>
          {title}
        </strong>
        <Prices order={order} />
        <span className={styles.spring} />
        <Button size="sm" variant="quiet" onClick={openInBuilder}>
          Open in builder
        </Button>
        <IconButton size="sm" label="Put the closing away" icon={<X size={14} />} onClick={dismiss} />
      </header>
      <form
        className={styles.fields}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          review()
        }}
      >
        <Fields order={order} />
        <Button size="sm" type="submit" variant={terms.side} disabled={!isReady}>
          Review closing
        </Button>
      </form>
      <Outcome order={order} fault={fault} />
      <PriceGuardBlock
        {...guarded}
        override={override}
        mendTo={price => change({ price: priceText(price, terms.side, terms.legs.length === 1) })}
      />
    </section>
  )
}

function useEnd(frame: RefObject<HTMLElement | null>, isGone: boolean, dismiss: () => void): void {
  const end = useEffectEvent(() => dismiss())
  useEffect(() => {
    const { current } = frame
    const before = document.activeElement
    const panel = current?.closest<HTMLElement>('section[data-panel]')
    current?.querySelector<HTMLInputElement>('input')?.focus()
    const listen = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape') return
      event.stopPropagation()
      end()
    }
    current?.addEventListener('keydown', listen)
    return () => {
      current?.removeEventListener('keydown', listen)
      // The bar is gone now, with the focus unless it was elsewhere.
      if (!isFocusNowhere()) return
      const isThere = before instanceof HTMLElement && before !== document.body && before.isConnected
      const place = isThere ? before : panel
      place?.focus({ preventScroll: true })
    }
  }, [frame])
  useEffect(() => {
    if (isGone) end()
  }, [isGone])
}

function Prices({ order: { terms, prices } }: { readonly order: CloseOrder }) {
  const text = (price: (typeof prices)['mid']): string => (price === undefined ? dash : exactText(canonical(price)))
  return (
    <span className="muted">
      {terms.side === 'sell' ? 'bid' : 'ask'} {text(prices.natural)} · mid {text(prices.mid)}
    </span>
  )
}

const partText = (part: number): string =>
  part === 0 ? 'mid' : part === closeSteps ? 'at once' : `${part}/${closeSteps} of the way`

function Fields({ order }: { readonly order: CloseOrder }) {
  const { entry, choice, change, terms, prices, closing, errors, instruments, isBeyond, step } = order
  const { side } = terms
  const steps = instruments.flatMap(one => (one === undefined ? [] : [one.quantity_step]))
  const isPlain = terms.legs.length === 1
  const held = closing === undefined ? undefined : `of ${maskAmount(formatSize(closing.held))}`
  return (
    <>
      <div className={styles.size}>
        <DecimalInput
          label="Size"
          value={entry.quantity}
          onChange={quantity => change({ quantity })}
          step={steps.length === 0 ? undefined : steps.reduce(max)}
          suffix={held}
          error={errors.quantity ?? (isBeyond ? 'More than is held' : undefined)}
        />
      </div>
      <div className={styles.slider}>
        <Slider
          label="Mid to at once"
          min={0}
          max={closeSteps}
          step={1}
          value={choice.part}
          format={partText}
          onChange={part => change({ part, price: undefined })}
        />
      </div>
      <DirectedPrice
        price={entry.price}
        side={side}
        mid={prices.mid}
        setPrice={price => change({ price })}
        step={step}
        isSingle={isPlain}
        label={isPlain ? 'Price' : 'Price per package'}
        error={errors.price}
        classes={{ amount: styles.price }}
      />
      <Segmented
        label="Life of the order"
        compact
        value={choice.tif}
        options={lives}
        onChange={tif => change({ tif })}
      />
    </>
  )
}

function Outcome({ order, fault }: { readonly order: CloseOrder; readonly fault: string | undefined }) {
  const { realised, effect, summary, terms, isValued } = order
  const { price, quantity } = summary
  const after = effect?.after
  const by = effect?.horizonMs === undefined ? '' : ` by ${shortExpiry(effect.horizonMs)}`
  const worst = after?.worst === undefined ? dash : formatAmountNumber(after.worst, { places: 0, sign: 'always' })
  return (
    <p className={styles.outcome} data-testid="close-outcome">
      {price === undefined ? null : isValued ? (
        <EffectText side={terms.side} price={price} quantity={quantity} legs={terms.legs} />
      ) : (
        <span>Price {exactText(price)}: its valuation rule is unknown</span>
      )}
      <span>
        you realise <strong>{realised === undefined ? dash : formatPnl(realised)}</strong>
      </span>
      {effect === undefined ? (
        <span className="muted">after: the book is not known by one model</span>
      ) : (
        <span>
          after: {effect.base} Δ{' '}
          {after === undefined ? dash : formatAmountNumber(after.greeks.delta, { places: 3, sign: 'always' })}, worst
          ±3σ
          {by} {worst}
        </span>
      )}
      {fault === undefined ? null : <span className={styles.fault}>{fault}</span>}
    </p>
  )
}
