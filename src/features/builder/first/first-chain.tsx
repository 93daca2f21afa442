/** The chain before the program is there: what its panel will show, drawn of the same parts. */
import { FieldView } from '../../../ui/controls/field.tsx'
import { SegmentedView } from '../../../ui/controls/segmented.tsx'
import { selectClass } from '../../../ui/controls/select.tsx'
import { areAmountsHidden } from '../../../ui/format/privacy.ts'
import { PanelFrame } from '../../../ui/panel/panel-frame.tsx'
import type { ChainColumn } from '../chain/chain-columns.ts'
import { ChainFrame, ChainTools, chainLabel, chainSections, linearLabel, markedExpiries } from '../chain/chain-frame.tsx'
import { ChainRowView } from '../chain/chain-row.tsx'
import { atTheMoney } from '../chain/chain-rows.ts'
import { ChainTable } from '../chain/chain-table.tsx'
import { ExpiryTabsView } from '../chain/expiry-tabs.tsx'
import { LinearList } from '../chain/linear-list.tsx'
import { forwardLook, levelLook, underlyingLook } from '../inputs/model-looks.ts'
import { TypedInput } from '../inputs/typed-input.tsx'
import typed from '../inputs/typed.module.css'
import type { FirstFigures } from './first-figures.ts'
import { IconRoom } from './icon-room.tsx'

const nothing = (): void => undefined

/** The row below the money; undefined where the underlying has no price. */
export const moneyOf = ({ rows, shown }: FirstFigures): number | undefined =>
  shown.underlying === undefined ? undefined : atTheMoney(rows, shown.underlying.price)

interface FirstChainProps {
  readonly figures: FirstFigures
  readonly columns: ReadonlySet<ChainColumn>
}

export function FirstChain({ figures, columns }: FirstChainProps) {
  const { listing, shown, at, nowMs, draft, rows, linear } = figures
  const { base, expiries, expiryMs } = listing
  const money = moneyOf(figures)
  const isHidden = areAmountsHidden()
  const field = (look: ReturnType<typeof underlyingLook>) => (
    <span className={typed.field} data-cell={false}>
      <TypedInput {...look} isTyped={false} />
    </span>
  )
  return (
    <PanelFrame name="Option chain" kind="ready">
      <ChainFrame
        surface={shown}
        at={at}
        nowMs={nowMs}
        select={<BaseSelect bases={listing.bases} base={base} />}
        underlying={field(underlyingLook(shown))}
        forward={at === undefined ? null : field(forwardLook(at))}
        level={at === undefined ? null : field(levelLook(at))}
        tools={
          <>
            <ChainTools jump={nothing} chooser={<IconRoom px={14} />} />
            <SegmentedView
              name="first-section"
              label="Chain or gallery"
              hideLabel
              size="sm"
              value="chain"
              options={chainSections}
              onChange={nothing}
            />
          </>
        }
        note={null}
        strip={null}
        tabs={
          <ExpiryTabsView expiries={expiries} value={expiryMs} marked={markedExpiries(draft.legs, base)} nowMs={nowMs} onChange={nothing} />
        }
      >
        <ChainTable label={chainLabel(listing)} columns={columns} rows={rows} from={0} to={rows.length}>
          {(row, index) => (
            <ChainRowView
              key={row.strike}
              row={row}
              index={index}
              columns={columns}
              callSizes={undefined}
              putSizes={undefined}
              stopColumn={undefined}
              moneyAbove={money === index}
              callInMoney={money !== undefined && index < money}
              isHidden={isHidden}
              editing={undefined}
              edit={nothing}
              add={nothing}
              onKeyDown={nothing}
            />
          )}
        </ChainTable>
        <LinearList label={linearLabel(base)} cells={linear} isHidden={isHidden} add={nothing} />
      </ChainFrame>
    </PanelFrame>
  )
}

/** As wide as with all bases to choose from. */
const BaseSelect = ({ bases, base }: { readonly bases: readonly string[]; readonly base: string }) => (
  <FieldView id="first-base" label="Base asset" hideLabel>
    {wiring => (
      <select {...wiring} className={selectClass('sm')}>
        {bases.map(each => (
          <option key={each} value={each} selected={each === base}>
            {each}
          </option>
        ))}
      </select>
    )}
  </FieldView>
)
