import { type CustomDecorator, SetMetadata } from '@nestjs/common';

/** Metadata key under which a route declares who may call it. A route without a declaration is closed. */
export const ACCESS = 'access';

/** Declares that a route needs no publisher key. */
export const PublicRoute = (): CustomDecorator => SetMetadata(ACCESS, 'public');
