/** A red line over every screen once 85 % of what covers margin is bound: how much, and where liquidation begins. */
import type { MarginUse } from '../../../model/account/margin-use.ts'
import { useMargin, useMarginUse } from '../../../model/account/use-margin.ts'
import { usePortfolio } from '../../../model/account/use-portfolio.ts'
import { Banner } from '../../../ui/controls/banner.tsx'
import { LiveRegion } from '../../../ui/controls/live-region.tsx'
import { formatAmount } from '../../../ui/format/amounts.ts'
import { usedText } from '../../../ui/order/margin-text.ts'
import { liquidationText } from './margin-text.ts'
import { Link } from '../../../ui/router/link.tsx'

export function MarginBanner() {
  const use = useMarginUse()
  const isRed = use?.level === 'critical' || use?.level === 'uncovered'
  return (
    <>
      {/* Read aloud when it turns red, not with every poll. */}
      <LiveRegion assertive className="visually-hidden">
        {isRed ? (use.level === 'critical' ? 'Margin critical' : 'Margin not covered') : null}
      </LiveRegion>
      {isRed ? <Red use={use} /> : null}
    </>
  )
}

const titles = {
  critical: (use: MarginUse) => `Margin ${usedText(use.fraction)} used.`,
  uncovered: () => 'Margin not covered: the venue may end orders and close positions.',
} as const

function Red({ use }: { readonly use: MarginUse }) {
  const { model } = useMargin(usePortfolio())
  const isUncovered = use.level === 'uncovered'
  return (
    <Banner
      tone="danger"
      testId="margin-banner"
      title={isUncovered ? titles.uncovered() : titles.critical(use)}
      action={<Link to="/portfolio">Portfolio</Link>}
    >
      {isUncovered && `${usedText(use.fraction)} used. `}Available {formatAmount(use.available, { places: 0 })} {use.assets.join(' + ')}.
      {model !== undefined && ` ${liquidationText(model)}.`}
    </Banner>
  )
}
