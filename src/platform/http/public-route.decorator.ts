import { type CustomDecorator, SetMetadata } from '@nestjs/common';

/** Metadata key under which a route declares who may call it. A route without a declaration is closed. */
export const ACCESS = 'access';

/** Declares that a route needs no publisher key. */
export const PublicRoute = (): CustomDecorator => SetMetadata(ACCESS, 'public');

/** Declares that a route is a health check: it needs no key, and is answered however many requests are in progress. */
export const HealthRoute = (): CustomDecorator => SetMetadata(ACCESS, 'health');
