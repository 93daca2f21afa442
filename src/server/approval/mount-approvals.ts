import { readText } from '../../recorder/alerts/private-file.ts'
import type { Handler } from '../http/app.ts'
import type { ServerSettings } from '../http/env.ts'
import type { AccessRules } from '../http/guard.ts'
import { guardByApproval } from './approval-guard.ts'
import { readApprovers } from './approvers.ts'
import { refuseOrders } from './refuse-orders.ts'

export type MountedApprovals =
  | {
      readonly ok: true
      guard<Guarded extends Handler>(exchange: Guarded): Guarded
      readonly refuseMessage: AccessRules['refuseMessage']
    }
  | { readonly ok: false; readonly problem: string }

export async function mountApprovals(
  settings: ServerSettings['approval'],
  venue: string,
  nowMs: () => number,
): Promise<MountedApprovals> {
  if (settings === undefined) return { ok: true, guard: withoutApprovals, refuseMessage: undefined }
  const { file, limits } = settings
  const text = readText(file)
  const read = text.ok
    ? await readApprovers(text.text)
    : { ok: false as const, problem: `it cannot be read (${text.problem})` }
  if (!read.ok) return { ok: false, problem: `APPROVERS_FILE names ${file}, but ${read.problem}.` }
  const { approvers } = read
  return {
    ok: true,
    guard: exchange => guardByApproval(exchange, { limits, approvers, venue, nowMs }),
    refuseMessage: refuseOrders,
  }
}

const withoutApprovals = <Guarded extends Handler>(exchange: Guarded): Guarded => exchange
