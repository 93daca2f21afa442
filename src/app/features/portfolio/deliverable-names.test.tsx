// @vitest-environment happy-dom
/** Names of balances over the in-process exchange: from its deliverables, and cached for the next visit. */
import { render, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { useDeliverableName } from '../../api/market/deliverables.ts'
import { deliverableId } from '../../../core/domain/ids.ts'
import { database } from '../../api/browser/db.ts'
import { queryClient } from '../../api/polling/query-client.ts'
import { usePortfolio } from '../../model/account/use-portfolio.ts'
import { startPage } from '../../../testing/mount-page.tsx'
import { UiProvider } from '../../ui/commands/ui-provider.tsx'
import { BalancesPanel } from './balances-panel.tsx'

let answered: number[]

async function renamed(request: Request): Promise<Response | undefined> {
  if (!request.url.includes('deliverableInfo')) return undefined
  const answer = await page.sandbox.pass(request)
  answered.push(answer.status)
  if (answer.status !== 200) return answer
  const text = (await answer.text())
    .replaceAll('"symbol":"BTC"', '"symbol":"XBT.custody"')
    .replaceAll('"symbol":"USD"', '"symbol":"Dollars"')
  return new Response(text, { headers: answer.headers })
}

function Balances() {
  return <BalancesPanel place="window" portfolio={usePortfolio()} />
}
const show = () =>
  render(
    <UiProvider>
      <Balances />
    </UiProvider>,
  )
const panel = (): string => screen.getByRole('region', { name: 'Balances' }).textContent ?? ''

const page = startPage({
  prepare(sandbox) {
    answered = []
    sandbox.instead = renamed
  },
})

it('balances are called as the list of deliverables calls them; the reference row keeps its own name, though it shares the id of USD', async () => {
  show()
  await waitFor(() => expect(panel()).toContain('XBT.custody'))
  expect(panel()).toContain('Dollars')
  expect(panel()).toContain('USD-REFERENCE')
  expect(panel()).not.toContain('BTC')
  // Each row still has its own figures.
  expect(panel()).toContain('ETH')
})

it('balances keep the names that they are sent with while the venue does not list its deliverables', async () => {
  page.sandbox.instead = request =>
    request.url.includes('deliverableInfo') ? new Response('', { status: 503 }) : undefined
  show()
  await waitFor(() => expect(panel()).toContain('BTC'))
})

function Names() {
  const nameOf = useDeliverableName()
  return <output>{nameOf(deliverableId(1))}</output>
}

it('they are there at once on the next visit, and the venue need not send the same list again', async () => {
  const first = render(<Names />)
  await waitFor(() => expect(first.container.textContent).toContain('XBT.custody'))
  await waitFor(async () =>
    expect(await (await database()).getAllKeys('texts')).toContainEqual(expect.stringContaining('deliverableInfo')),
  )
  first.unmount()
  queryClient.clear()
  let letGo = (): void => undefined
  const withheld = new Promise<void>(resolve => {
    letGo = resolve
  })
  page.sandbox.instead = async request => {
    if (request.url.includes('deliverableInfo')) await withheld
    return await renamed(request)
  }
  const second = render(<Names />)
  await waitFor(() => expect(second.container.textContent).toContain('XBT.custody'))
  letGo()
  await waitFor(() => expect(answered).toEqual([200, 304]))
  expect(second.container.textContent).toContain('XBT.custody')
})
