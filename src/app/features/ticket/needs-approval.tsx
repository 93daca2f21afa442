/** States in a review that a second person must approve the order. */
import type { ApprovalNeed } from '../../../core/domain/approval/approval-size.ts'
import { exactText } from '../../../core/domain/effect-label.ts'
import { Banner } from '../../ui/controls/banner.tsx'
import { quoteWaits } from './outcome-text.ts'

export const askForApproval = 'Ask for approval'

type KnownNeed = Exclude<ApprovalNeed, { readonly kind: 'none' }>

const sizeText = (need: KnownNeed): string =>
  need.kind === 'above' ? `${need.base} ${exactText(need.size)} of limit ${exactText(need.limit)}` : need.why

export const NeedsApproval = ({ need, takesQuote }: { readonly need: KnownNeed; readonly takesQuote: boolean }) => (
  <Banner
    tone={takesQuote ? 'warning' : 'info'}
    testId="needs-approval"
    title={`Needs a second person’s approval: ${sizeText(need)}`}
  >
    It waits in Orders for up to ten minutes and is sent automatically once it is approved, while this page stays open.
    {takesQuote && ` ${quoteWaits}`}
  </Banner>
)
