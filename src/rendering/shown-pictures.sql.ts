/** Column: the stored pictures that revision `r` names, in the form that the renderer needs; null if there are none. */
export const SHOWN_PICTURES = `
           (SELECT json_agg(json_build_object(
              'sha256', x.sha256, 'width', x.width, 'height', x.height,
              'extension', CASE x.type WHEN 'image/jpeg' THEN 'jpg' ELSE substr(x.type, 7) END,
              'widths', (SELECT json_agg(DISTINCT f.width ORDER BY f.width) FROM picture_file f
                          WHERE f.account_id = x.account_id AND f.sha256 = x.sha256)))
            FROM revision_picture n JOIN picture x ON x.account_id = n.account_id AND x.sha256 = n.sha256
            WHERE n.publication_id = r.publication_id AND n.version = r.version) AS pictures`;

/** Column: whether revision `r` names a picture that the account does not have. */
export const LACKS_PICTURES = `EXISTS (
             SELECT FROM revision_picture n
              WHERE n.publication_id = r.publication_id AND n.version = r.version
                AND NOT EXISTS (SELECT FROM picture x
                                 WHERE x.account_id = n.account_id AND x.sha256 = n.sha256)) AS "lacksPictures"`;
