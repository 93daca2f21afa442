/** A red line over every screen above 85 % margin use: the share, and where liquidation begins. */
import type { MarginUse } from '../../../../core/account/margin-use.ts'
import { capital } from '../../../../core/domain/words.ts'
import { useMargin, useMarginUse } from '../../../model/account/use-margin.ts'
import { usePortfolio } from '../../../model/account/use-portfolio.ts'
import { Banner } from '../../../ui/controls/banner.tsx'
import { LiveRegion } from '../../../ui/controls/live-region.tsx'
import { formatAmount } from '../../../ui/format/amounts.ts'
import { owedText, usedText } from '../../../ui/order/margin-text.ts'
import { liquidationText } from './margin-text.ts'
import { Link } from '../../../ui/router/link.tsx'

export function MarginBanner() {
  const use = useMarginUse()
  const isRed = use?.level === 'critical' || use?.level === 'uncovered'
  return (
    <>
      {/* Announced when it turns red, not with every poll. */}
      <LiveRegion assertive className="visually-hidden">
        {isRed ? (use.level === 'critical' ? 'Margin critical' : 'Margin not covered') : null}
      </LiveRegion>
      {isRed ? <Red use={use} /> : null}
    </>
  )
}

const titles = {
  critical: (use: MarginUse) => `Margin ${usedText(use.fraction)} used.`,
  uncovered: (use: MarginUse) => {
    const owed = owedText(use.collateral)
    return `${owed === undefined ? 'Margin not covered' : capital(owed)}: the venue may end orders and close positions.`
  },
} as const

function Red({ use }: { readonly use: MarginUse }) {
  const { model } = useMargin(usePortfolio())
  const isUncovered = use.level === 'uncovered'
  return (
    <Banner
      tone="danger"
      testId="margin-banner"
      title={isUncovered ? titles.uncovered(use) : titles.critical(use)}
      action={<Link to="/portfolio">Portfolio</Link>}
    >
      {isUncovered && owedText(use.collateral) === undefined && `${usedText(use.fraction)} used. `}Available{' '}
      {formatAmount(use.available, { places: 0 })} {use.assets.join(' + ')}.
      {model !== undefined && ` ${liquidationText(model)}.`}
    </Banner>
  )
}
