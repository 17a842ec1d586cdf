/** Tasks on files of orders, run in separate processes. */
export const tasks = {
  readOrders: async () => (await import('./read-orders.ts')).readOrders,
}
