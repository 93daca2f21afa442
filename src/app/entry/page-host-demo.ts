/** Host module for the demo on a static host: the exchange runs in a worker, and screens use hash addresses. */
import { setPractice } from '../api/venue/practice.ts'
import { startPractice } from '../../exchange/practice/start-practice.ts'
import { showCannotStart } from './cannot-start.ts'
import { hashHistory } from '../ui/router/page-history.ts'
import type { PageHost } from './page-host.ts'

function openPractice() {
  try {
    return startPractice()
  } catch (error) {
    showCannotStart(error instanceof Error ? error.message : String(error))
    throw error
  }
}

const practice = openPractice()
const { reset, exportText } = practice
practice.watch(state => setPractice({ ended: state.kind === 'ended' ? state.why : undefined, reset, exportText }))

export const pageHost: PageHost = { api: { fetch: practice.fetch, socket: practice.socket }, history: hashHistory() }
