/**
 * The texts that an approver signs, line by line. The first line states the purpose, so that no other signature passes
 * as an approval. Values cannot contain line breaks.
 */

export const approvalHeader = 'legwork-approval'

export interface ApprovalSubject {
  /** The venue's host and path, or "sandbox". */
  readonly venue: string
  readonly account: string
  /** SHA-256 of the body's bytes, hex. */
  readonly sha256: string
  readonly expiresAtMs: number
  readonly id: string
}

const linesOf = (title: string, fields: readonly (readonly [string, string | number])[]): string =>
  [title, ...fields.map(([name, value]) => `${name}: ${JSON.stringify(value)}`)].join('\n')

const subjectFields = ({ venue, account, sha256, expiresAtMs, id }: ApprovalSubject) =>
  [
    ['venue', venue],
    ['method', 'POST'],
    ['path', '/v1/api/order'],
    ['account', account],
    ['sha256', sha256],
    ['expires_at_ms', expiresAtMs],
    ['nonce', id],
  ] as const

export const grantText = (subject: ApprovalSubject): string =>
  linesOf('legwork approval 1: grant', subjectFields(subject))

export const declineText = (subject: ApprovalSubject, reason: string): string =>
  linesOf('legwork approval 1: decline', [...subjectFields(subject), ['reason', reason]])

/** Returns the text that an approver signs to request the pending orders. It is valid only for a short time. */
export const listText = (venue: string, approver: string, atMs: number): string =>
  linesOf('legwork approval 1: list', [
    ['venue', venue],
    ['approver', approver],
    ['at_ms', atMs],
  ])
