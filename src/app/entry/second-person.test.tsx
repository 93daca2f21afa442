// @vitest-environment happy-dom
/**
 * An order above the limit through review, approval and Orders, over the in-process exchange behind the server's
 * approval guard.
 */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { removeApproverKey } from '../api/approval/approver-key.ts'
import { approvals } from '../api/approval/approvals.ts'
import { desk } from '../api/order-desk/desk.ts'
import { dec } from '../../core/domain/decimal.ts'
import { firmMarket, type NewOrder } from '../../core/domain/order.ts'
import OrdersPage from '../features/orders/orders-page.tsx'
import { ApproverSection } from '../features/settings/approver-section.tsx'
import { OrderOutcome } from '../features/ticket/order-outcome.tsx'
import { ReviewDialog } from '../features/ticket/review-dialog.tsx'
import { type ApprovalDesk, holdToApprovals } from '../../testing/approval-desk.ts'
import { mountPage, startPage } from '../../testing/mount-page.tsx'
import '../../testing/overlays-there.tsx'
import { askAs } from '../../testing/sandbox.fixture.ts'
import { pressAtRest } from '../../testing/press-at-rest.ts'

let server: ApprovalDesk

const page = startPage({
  account: 'flat-approval',
  prepare(sandbox) {
    server = holdToApprovals(sandbox)
  },
})
beforeEach(() => waitFor(() => expect(approvals.get()).toBeDefined()))
afterEach(async () => {
  await removeApproverKey()
  server.end()
})

const order: Omit<NewOrder, 'client_order_id'> = {
  symbol: 'BTC-USD-PERPETUAL',
  market_id: firmMarket,
  side: 'buy',
  type: 'LIMIT',
  time_in_force: 'GTC',
  recv_window: 3,
  quantity: dec(2),
  price: dec(1_000),
}

const Everything = () => (
  <>
    <ApproverSection />
    <OrdersPage />
    <ReviewDialog />
    <OrderOutcome />
  </>
)

async function enter(): Promise<void> {
  await mountPage(<Everything />, '/orders')
  const panel = await screen.findByRole('region', { name: 'Approving for others' })
  fireEvent.change(await within(panel).findByLabelText('Your name'), { target: { value: 'Ann' } })
  await act(async () => void fireEvent.click(within(panel).getByRole('button', { name: 'Make a key' })))
  const line = await within(panel).findByLabelText('Line for the file of approvers')
  await server.admit(line.textContent ?? '', page.account)
}

async function askForApproval(title = 'Buy BTC'): Promise<void> {
  act(() => void desk.draft(order, { title }))
  const review = await screen.findByTestId('review-dialog')
  expect((await within(review).findByTestId('needs-approval')).textContent).toContain(
    'Needs a second person’s approval: BTC 2 of limit 1',
  )
  const button = within(review).getByTestId('confirm-send')
  expect(button.textContent).toBe('Ask for approval')
  await pressAtRest(button)
}

const listed = () => waitFor(() => within(screen.getByTestId('to-approve')).getByRole('article'))

describe('an order above the limit', () => {
  test('waits in Orders, and is sent as its bytes once the approver has approved it', async () => {
    await enter()
    await askForApproval()
    const row = await screen.findByTestId('awaiting')
    await waitFor(() => expect(row.textContent).toMatch(/Buy 2 · BTC PERP.*Waits for approval, (?:10:00|9:\d\d) left/))
    expect(server.passed).toEqual([])
    const card = await listed()
    expect(card.textContent).toMatch(
      new RegExp(`Buy 2 · BTC PERP, at 1,000.*account ${page.account}.*Maximum loss at expiry: −2,000.00 USD`),
    )
    await pressAtRest(within(card).getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(server.passed).toHaveLength(1), { timeout: 8_000 })
    await waitFor(() => expect(screen.queryByTestId('awaiting')).toBeNull())
    await waitFor(() => expect(desk.snapshot().intents[0]?.state.kind).toBe('accepted'))
    expect(server.passed).toEqual([desk.snapshot().intents[0]?.body])
  })

  test('that is declined ends unsent with the reason and by whom, and can be reviewed again', async () => {
    const { symbol, market_id } = order
    const sale = { symbol, market_id, side: 'sell', type: 'MARKET', time_in_force: 'IOC', quantity: '2' }
    await askAs(page.sandbox, page.account, 'POST', '/v1/api/order', {
      new_order: { ...sale, client_order_id: 'sale' },
    })
    await enter()
    await askForApproval('Buy to close · BTC PERP')
    const card = await listed()
    expect(card.textContent).toMatch(/^Buy to close 2 · BTC PERP, at 1,000.*“To close” is the trader’s word/)
    fireEvent.click(within(card).getByRole('button', { name: 'Decline…' }))
    fireEvent.change(await within(card).findByLabelText('Reason, for the trader'), { target: { value: 'too large' } })
    await act(async () => void fireEvent.click(within(card).getByRole('button', { name: 'Decline' })))
    const row = screen.getByTestId('awaiting')
    await waitFor(() => expect(row.textContent).toContain('Not sent: Declined by Ann: too large'), { timeout: 8_000 })
    fireEvent.click(within(row).getByRole('button', { name: 'Review again' }))
    expect(await screen.findByTestId('review-dialog')).toBeDefined()
    expect(server.passed).toEqual([])
    act(() => void desk.snapshot().intents.map(intent => desk.discard(intent.client_order_id)))
  })

  test('that is withdrawn is seen by no approver any more', async () => {
    await enter()
    await askForApproval()
    await listed()
    fireEvent.click(within(screen.getByTestId('awaiting')).getByRole('button', { name: 'Withdraw' }))
    await waitFor(() => expect(screen.getByTestId('awaiting').textContent).toContain('Not sent: You withdrew it.'))
    await waitFor(() => expect(screen.getByTestId('to-approve').textContent).toContain('None.'), { timeout: 8_000 })
    fireEvent.click(within(screen.getByTestId('awaiting')).getByRole('button', { name: 'Put away' }))
    expect(screen.queryByTestId('awaiting')).toBeNull()
    expect(server.passed).toEqual([])
  })

  test('takes the place of no live order', async () => {
    await enter()
    const amends = { clientOrderId: 'first', filled: dec(0) }
    act(() => void desk.draft(order, { title: 'Buy BTC', amends }))
    const review = await screen.findByTestId('review-dialog')
    await waitFor(() => expect(review.textContent).toContain('it cannot take the place of a live order'))
    expect(within(review).getByTestId<HTMLButtonElement>('confirm-send').disabled).toBe(true)
    act(() => void desk.snapshot().intents.map(intent => desk.discard(intent.client_order_id)))
  })
})
