/** One line: what needs the trader now, each part pressable, or until when nothing does. */
import type { ReactNode } from 'react'
import { gapText } from '../../../../core/account/gap.ts'
import { presentDayLoss } from '../../../api/order-desk/day-loss.ts'
import { useIntents } from '../../../api/order-desk/desk-hooks.ts'
import { useOwnLimits } from '../../../api/order-desk/own-limits.ts'
import { serverNowMs } from '../../../api/venue/clock.ts'
import { toNumber } from '../../../../core/domain/decimal.ts'
import { isUnresolved } from '../../../../core/domain/intent.ts'
import { orderSearch } from '../../../links/screen-links.ts'
import { useMarginUse } from '../../../model/account/use-margin.ts'
import type { Portfolio } from '../../../model/account/use-portfolio.ts'
import { isAlive } from '../../../model/orders/rfq-cards.ts'
import { useOwnOrders } from '../../../model/orders/use-own-orders.ts'
import { useRunCommand } from '../../../ui/commands/use-commands.ts'
import { Countdown } from '../../../ui/controls/countdown.tsx'
import { formatPercent } from '../../../ui/format/format-decimal.ts'
import { usedText } from '../../../ui/order/margin-text.ts'
import { Link } from '../../../ui/router/link.tsx'
import { chooseRisk } from '../risk/risk-choices.ts'
import styles from './header.module.css'
import { needsOf, nextExpiryText } from './needs-text.ts'

/** Share of the daily loss limit from which the limit counts as near. */
const nearLimit = 0.7
/** Number of positions named; the others are counted. */
const mostPositions = 1

interface Need {
  readonly key: string
  readonly part: ReactNode
}

export function Needs({ portfolio }: { readonly portfolio: Portfolio }): ReactNode {
  const needs = [...useOrderNeeds(), ...useLimitNeeds(), ...usePositionNeeds(portfolio)]
  const unread = unreadText(portfolio)
  const next = portfolio.lines === undefined ? undefined : nextExpiryText(portfolio.lines, serverNowMs())
  return (
    <div className={styles.needs} data-testid="needs" data-urgent={needs.length > 0}>
      <span className={styles.label}>Needs you</span>
      {unread !== undefined && <span className={styles.need}>– {unread}</span>}
      {needs.length === 0 ? (
        portfolio.lines === undefined ? null : (
          <span className={styles.need}>
            nothing
            {next !== undefined && ' until '}
            {next !== undefined && <Action run={showExpiries}>{next}</Action>}
          </span>
        )
      ) : (
        needs.map(({ key, part }) => (
          <span key={key} className={styles.need}>
            {part}
          </span>
        ))
      )}
    </div>
  )
}

function unreadText({ riskGap, positions }: Portfolio): string | undefined {
  if (riskGap !== undefined) return gapText(riskGap)
  return positions.status === 'failed' ? 'positions could not be read' : undefined
}

interface ActionProps {
  readonly run: () => void
  readonly title?: string
  readonly children: ReactNode
}

const Action = ({ run, title, children }: ActionProps): ReactNode => (
  <button type="button" className={styles.needLink} title={title} onClick={run}>
    {children}
  </button>
)

const showExpiries = (): void => chooseRisk({ view: 'expiries' })

function useOrderNeeds(): readonly Need[] {
  const { cards } = useOwnOrders()
  const unknown = useIntents().filter(isUnresolved).length
  const [next] = cards
    .filter(isAlive)
    .flatMap(({ clientOrderId, life }) => (life === undefined ? [] : [{ clientOrderId, endMs: life.endLatestMs }]))
    .toSorted((a, b) => a.endMs - b.endMs)
  const doubt = `${unknown} unknown ${unknown === 1 ? 'order' : 'orders'}`
  return [
    ...(unknown === 0 ? [] : [{ key: 'unknown', part: <Link to="/orders">{doubt}</Link> }]),
    ...(next === undefined
      ? []
      : [
          {
            key: 'rfq',
            part: (
              <Link to="/orders" search={orderSearch(next.clientOrderId)}>
                RFQ ends in <Countdown endMs={next.endMs} nowMs={serverNowMs} ended="a moment" />
              </Link>
            ),
          },
        ]),
  ]
}

function useLimitNeeds(): readonly Need[] {
  const run = useRunCommand()
  const use = useMarginUse()
  const { dailyLoss } = useOwnLimits()
  const limit = dailyLoss === undefined ? 0 : toNumber(dailyLoss)
  const { known } = presentDayLoss(serverNowMs())
  const share = known === undefined || !(limit > 0) ? 0 : toNumber(known.most) / limit
  return [
    ...(use === undefined || use.level === 'ok'
      ? []
      : [
          {
            key: 'margin',
            part: <Action run={() => run('portfolio.margin')}>{`margin ${usedText(use.fraction)}`}</Action>,
          },
        ]),
    ...(share < nearLimit
      ? []
      : [
          {
            key: 'loss',
            part: <Link to="/settings">{`${formatPercent(share, { places: 0 })} of the daily loss limit`}</Link>,
          },
        ]),
  ]
}

function usePositionNeeds({ lines, underlyings }: Portfolio): readonly Need[] {
  const all = lines === undefined ? [] : needsOf({ lines, underlyings }, serverNowMs())
  const [first] = all
  if (first === undefined) return []
  const more = all.length - mostPositions
  return [
    {
      key: 'positions',
      part: (
        <Action run={showExpiries} title={all.join('\n')}>
          {`${first}${more > 0 ? ` + ${more} more` : ''}`}
        </Action>
      ),
    },
  ]
}
