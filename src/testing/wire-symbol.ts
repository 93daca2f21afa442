export const wireSymbol = {
  symbol: 'BTC-USD',
  tradeable_entity_id: '17',
  status: 'active',
  base_asset: 'BTC',
  quote_asset: 'USD',
  minimum_quantity: '0.0001',
  maximum_quantity: '100.0',
  minimum_value: '0.00005',
  maximum_value: '100000000.0',
  quantity_step: '0.0001',
  price_step: '0.5',
  tags: ['BTC', 'spot'],
}
