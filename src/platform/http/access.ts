/** The metadata under which a route declares who may call it. */
export const ACCESS = 'access';
