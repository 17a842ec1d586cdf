/**
 * The paths of what a staff page reads first. Its HTML asks for it while the code is still loading that has the endpoints,
 * which use these too.
 */
export const firstReadPaths = {
  userInfo: '/user_info',
  folderCounts: '/admin/get-folder-count',
  listOrders: '/admin/get-orders-list/:orderName',
  getOrder: '/admin/get-orders-details/:orderId',
} as const
