import { dec } from '../core/domain/decimal.ts'
import { guardByApproval } from '../server/approval/approval-guard.ts'
import { type Approver, readApprovers } from '../server/approval/approvers.ts'
import type { SandboxFixture } from './sandbox.fixture.ts'

export interface ApprovalDesk {
  admit(line: string, approves: string): Promise<void>
  readonly passed: readonly string[]
  pass(ms: number): void
  end(): void
}

export function holdToApprovals(sandbox: SandboxFixture): ApprovalDesk {
  const approvers = new Map<string, Approver>()
  const passed: string[] = []
  let nowMs = Date.UTC(2026, 11, 1)
  const exchange = {
    fetch: async (request: Request) => {
      if (request.method === 'POST' && new URL(request.url).pathname === '/v1/api/order')
        passed.push(await request.clone().text())
      return await sandbox.pass(request)
    },
  }
  const guard = guardByApproval(exchange, {
    limits: new Map([['BTC', dec('1')]]),
    approvers,
    venue: 'sandbox',
    nowMs: () => nowMs,
  })
  sandbox.instead = request => guard.fetch(request)
  const meta = document.createElement('meta')
  meta.name = 'legwork-approvals'
  meta.content = 'here'
  document.head.append(meta)
  return {
    passed,
    async admit(line, approves) {
      const entry = { ...(JSON.parse(line) as object), own: ['ann'], approves: [approves] }
      const read = await readApprovers(JSON.stringify({ approvers: [entry] }))
      if (!read.ok) throw new Error(read.problem)
      for (const [name, approver] of read.approvers) approvers.set(name, approver)
    },
    pass(ms) {
      nowMs += ms
    },
    end: () => meta.remove(),
  }
}
