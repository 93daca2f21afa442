import { X } from 'lucide-react'
import { type PointerEvent, useEffect, useRef } from 'react'
import { useInstruments } from '../../api/market/instruments.ts'
import { desk } from '../../api/order-desk/desk.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import type { Intent } from '../../../core/domain/intent.ts'
import { phrasedIntent } from '../../../core/domain/trade-story/trade-words.ts'
import { orderSearch } from '../../links/screen-links.ts'
import { useReplacements } from '../../model/orders/replacements.ts'
import { useOrder } from '../../model/orders/use-registry.ts'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Spinner } from '../../ui/controls/waiting.tsx'
import { useAmountsHidden } from '../../ui/format/privacy.ts'
import { shownPhrase } from '../../ui/order/order-phrase.tsx'
import { goneText, ResendOrDismiss } from '../../ui/order/resend-or-dismiss.tsx'
import { Link } from '../../ui/router/link.tsx'
import styles from './order-outcome.module.css'
import { outcomeText } from './outcome-text.ts'
import { isFirm, legsOf, sideOf } from './review-text.ts'
import { againLabel, reviewBefore } from './use-amend.ts'
import { useOrderFunds } from '../../model/account/use-order-funds.ts'
import { usePackageMarket } from '../../model/market/use-package-market.ts'
import { naturalOf } from '../../../core/pricing/market/leg-quotes.ts'
import { netOf } from '../../../core/pricing/portfolio/package-guard.ts'
import { fundsWarning } from '../../ui/order/funds-text.ts'

const isForLackOfFunds = ({ state }: Intent): boolean =>
  state.kind === 'rejected' && state.rejected.reason === 'insufficient_account_balance'

function ShortfallLine({ intent }: { readonly intent: Intent }) {
  const { order } = intent
  const { index } = useInstruments()
  const [legs, side] = [legsOf(order), sideOf(order)]
  const { quotes } = usePackageMarket(legs)
  const net = netOf(legs, quotes)
  const price = order.price ?? naturalOf(net, side)?.price
  const instruments = legs.flatMap(leg => index?.bySymbol(leg.symbol) ?? [])
  const { funds } = useOrderFunds(
    price === undefined ? undefined : { legs, side, quantity: order.quantity, price, instruments, isReducing: false },
  )
  const warning = funds === undefined ? undefined : fundsWarning(funds)
  return warning === undefined ? null : <p data-testid="shortfall">{warning}</p>
}

const tipIfCut = ({ currentTarget: text }: PointerEvent<HTMLElement>): void => {
  text.title = text.scrollWidth > text.clientWidth ? (text.textContent ?? '') : ''
}

const acceptedStaysMs = 6_000
const saidElsewhereMs = 300

interface OutcomeCardProps {
  readonly intent: Intent
  readonly card: string
  readonly putAway: (card: string) => void
}

export function OutcomeCard({ intent, card: name, putAway }: OutcomeCardProps) {
  useAmountsHidden()
  const id = intent.client_order_id
  const accepted = intent.state.kind === 'accepted'
  // The acceptance itself does not list fills.
  const details = useOrder(accepted && isFirm(intent.order) ? { client_order_id: id } : undefined)
  const replacing = useReplacements().get(id)
  const text = outcomeText(intent, details.data?.kind === 'found' ? details.data.order : undefined, replacing)
  const card = useRef<HTMLElement>(null)
  // The visible panel of an RFQ reports it and its takes. How an RFQ was found is reported here.
  const panelOf = intent.context.rfq ?? (isFirm(intent.order) || text.body !== undefined ? undefined : id)
  useEffect(() => {
    if (!accepted || text.tone === 'danger') return undefined
    // Hovered or focused cards stay.
    const leave = (): void => {
      if (card.current?.matches(':hover, :focus-within') !== true) putAway(name)
    }
    const said = setInterval(() => {
      if (panelOf === undefined) return
      if (document.querySelector(`[data-outcome-of="${CSS.escape(panelOf)}"]`)?.checkVisibility() === true)
        putAway(name)
    }, saidElsewhereMs)
    const timer = setInterval(leave, acceptedStaysMs)
    return () => {
      clearInterval(said)
      clearInterval(timer)
    }
    // A fill is shown as long as an acceptance.
  }, [accepted, text.tone, text.title, panelOf, name, putAway])
  return (
    <article ref={card} className={styles.card} data-tone={text.tone} data-state={intent.state.kind} data-outcome={id}>
      <header className={styles.head}>
        {text.settled ? null : <Spinner />}
        <strong>{text.title}</strong>
        {text.settled ? (
          <IconButton
            size="sm"
            label={`Put away: ${text.title}`}
            icon={<X size={12} />}
            onClick={() => putAway(name)}
          />
        ) : null}
      </header>
      {text.isFill === true ? null : (
        <p className={styles.what} onPointerEnter={tipIfCut}>
          {shownPhrase(phrasedIntent(intent))}
        </p>
      )}
      {text.body === undefined ? null : <p onPointerEnter={tipIfCut}>{text.body}</p>}
      {text.raw === undefined ? null : <code className={styles.raw}>{text.raw}</code>}
      {isForLackOfFunds(intent) ? <ShortfallLine intent={intent} /> : null}
      <Actions intent={intent} />
    </article>
  )
}

function FirstAgain({ intent }: { readonly intent: Intent }) {
  const again = reviewBefore(intent)
  if (again === undefined) return null
  return (
    <>
      <p>The order that it was to replace has been cancelled.</p>
      <div className={styles.actions}>
        <Button size="sm" onClick={again}>
          {againLabel}
        </Button>
      </div>
    </>
  )
}

function Actions({ intent }: { readonly intent: Intent }) {
  const id = intent.client_order_id
  const { index } = useInstruments()
  switch (intent.state.kind) {
    case 'unknown':
      return (
        <div className={styles.actions}>
          <Button size="sm" onClick={() => desk.lookAgain(id)}>
            Check now
          </Button>
        </div>
      )
    case 'unseen':
      return (
        <div className={styles.actions}>
          <Button size="sm" onClick={() => desk.lookAgain(id)}>
            Check now
          </Button>
          <ResendOrDismiss
            id={id}
            gone={goneText(intent, serverNowMs(), index)}
            resend={() => desk.sendAgain(id)}
            dismiss={() => desk.markDead(id)}
          />
        </div>
      )
    case 'awaiting':
      return (
        <div className={styles.actions}>
          <Link to="/orders" className={buttonClass({ size: 'sm', variant: 'quiet' })}>
            Show in Orders
          </Link>
          <Button size="sm" onClick={() => desk.withdraw(id)}>
            Withdraw
          </Button>
        </div>
      )
    case 'rejected':
      return <FirstAgain intent={intent} />
    case 'accepted':
      return (
        <div className={styles.actions}>
          <Link to="/orders" search={orderSearch(id)} className={buttonClass({ size: 'sm', variant: 'quiet' })}>
            Show in Orders
          </Link>
        </div>
      )
    default:
      return null
  }
}
