// @vitest-environment happy-dom
import { act, cleanup, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { saveSample } from '../../api/samples/sample-store.ts'
import { historyChanged } from '../../api/journal/erase.ts'
import { noteDayUnknown, presentDayLoss } from '../../api/order-desk/day-loss.ts'
import { setOwnLimits } from '../../api/order-desk/own-limits.ts'
import { startApi } from '../../api/start-api.ts'
import { serverNowMs } from '../../api/venue/clock.ts'
import { signOut } from '../../api/venue/session.ts'
import { signInToSandbox } from '../../api/venue/sign-in.ts'
import { presentOwner } from '../../api/venue/owner.ts'
import { dec } from '../../../core/domain/decimal.ts'
import { must } from '../../../core/domain/must.ts'
import { noLimits } from '../../../core/domain/own-limits.ts'
import { ownerKey } from '../../../core/domain/owner.ts'
import { leavePage, mountPage } from '../../../testing/mount-page.tsx'
import { testSample } from '../../../testing/recorder/test-sample.ts'
import { createSandboxFixture } from '../../../testing/sandbox.fixture.ts'
import { closeToast, shownToasts } from '../../ui/controls/toasts.ts'
import { LossWatch } from './loss-watch.tsx'

const reached = () => shownToasts().filter(({ title }) => title === 'Daily loss limit reached')

test('a loss that reaches the limit is reported once, and not again after a reload', async () => {
  const sandbox = await createSandboxFixture()
  const stop = startApi({ fetch: sandbox.fetch })
  await act(async () => void (await signInToSandbox('flat-loss')))
  const owner = ownerKey(must(presentOwner(), 'an owner'))
  setOwnLimits({ ...noLimits, dailyLoss: dec('1000') })
  await mountPage(<LossWatch owner={owner} />)
  expect(reached()).toEqual([])
  const sample = testSample(serverNowMs())
  await saveSample(owner, { ...sample, equity: { ...sample.equity, cash: dec('900000000') } })
  await act(async () => await historyChanged(owner))
  await waitFor(() => expect(reached()).toHaveLength(1))
  act(() => {
    for (const { id } of shownToasts()) closeToast(id)
  })
  cleanup()
  noteDayUnknown(owner, 'not seen since the reload')
  await mountPage(<LossWatch owner={owner} />)
  await waitFor(() => expect(presentDayLoss(serverNowMs()).why).toBeUndefined())
  expect(reached()).toEqual([])
  setOwnLimits(noLimits)
  signOut()
  await leavePage(stop)
})
